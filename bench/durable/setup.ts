/** An engine over its own database file, with calls that return at once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { graphLanguage } from '../../src/languages/graph/index.ts';
import {
  createConnectors,
  type Engine,
  openEngine,
  openSqliteStore,
  type PinnedWorkflow,
  type RunRecord,
  type Store,
  systemClock,
} from '../../src/runtime/index.ts';
import { createScriptedConnector } from '../../src/testing/index.ts';

export const tenant = 'default';

export interface Setup {
  readonly engine: Engine;
  readonly store: Store;
  readonly folder: string;
  close(): Promise<void>;
}

/** In the checkout, so that the disk is a real one: the folder for temporary files may be in memory. */
export const makeFolder = (): string => mkdtempSync(join(process.cwd(), '.signalbox-bench-'));

export async function setUp(durability: 'full' | 'normal', folder = makeFolder()): Promise<Setup> {
  const store = await openSqliteStore({ file: join(folder, 'runs.db'), durability });
  const echo = createScriptedConnector({
    name: 'built-in',
    handlers: { echo: ({ input }) => ({ kind: 'succeeded', output: input }) },
    remembers: false,
  });
  const engine = await openEngine({
    store,
    clock: systemClock,
    connectors: createConnectors({ configured: [], own: [echo] }, () => undefined),
    evaluators: graphLanguage.evaluators,
    report: (message, cause) => console.error(message, cause),
  });
  return {
    engine,
    store,
    folder,
    async close() {
      await engine.stop();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function workflow(name: string, graph: string): PinnedWorkflow {
  const source = `workflows:\n  ${name}:\n    params: { n: int }\n    graph:\n${graph.replaceAll(/^/gm, '      ')}\n`;
  const { workflows, violations } = graphLanguage.read(
    { path: 'x.yaml', text: source },
    { operations: null },
  );
  const program = workflows[0]?.program ?? null;
  if (program === null) throw new Error(violations.map(({ message }) => message).join('\n'));
  return { language: 'graph', name, version: '1', source, revision: `of ${name}`, program };
}

/** A sequence of five steps, each of which depends on the previous one. */
export const fiveSteps = workflow(
  'five',
  ['a', 'b', 'c', 'd', 'e']
    .map((name, at, names) => {
      const before = names[at - 1];
      const after =
        before === undefined ? 'args: { n: $n }' : `depends_on: [${before}], args: { n: $${before}.n }`;
      return `${name}: { call: echo, ${after} }`;
    })
    .join('\n'),
);

export async function play(engine: Engine, flow: PinnedWorkflow, n: number): Promise<RunRecord> {
  const answer = await engine.start({ tenant, by: 'bench', workflow: flow, input: { n } });
  if (answer.kind !== 'done') throw new Error(`The run did not start: ${JSON.stringify(answer)}`);
  const run = await engine.changed(tenant, answer.run.id, ({ endedAt }) => endedAt !== null, {});
  if (run?.status !== 'completed') throw new Error(`The run is ${run?.status}.`);
  return run;
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const residentMiB = (): number => process.memoryUsage.rss() / 2 ** 20;
