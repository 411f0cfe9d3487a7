/** Fills a database with waiting or ended runs, directly through the store. */
import { join } from 'node:path';
import { link, type RunEvent } from '../../src/kernel/index.ts';
import { graphLanguage } from '../../src/languages/graph/index.ts';
import { openSqliteStore, projectRecord, type RunRecord, type Unit } from '../../src/runtime/index.ts';
import { tenant, workflow } from './setup.ts';

const perCommit = 1_000;
const day = 86_400_000;

/** Each waits for a different day of the next year. */
export async function fillWithWaiting(folder: string, from: number, to: number): Promise<void> {
  const flow = workflow('sleeper', 'nap: { wait: $n }');
  const linked = link(flow.program, { evaluators: graphLanguage.evaluators });
  if (linked.kind === 'problems') throw new Error('The program cannot be linked.');
  const { machine } = linked;
  const now = Date.now();
  await fill(folder, from, to, (at) => {
    const input = { n: { value: day + (at % 365) * day } };
    const event: RunEvent = { kind: 'started', at: now, seed: at, input };
    const step = machine.advance(machine.initial, event);
    if (step.kind === 'rejection') throw new Error(step.message);
    const base = recordOf(at, { createdAt: now, workflow: 'sleeper' });
    const content = { kind: 'program', hash: base.program, text: JSON.stringify(flow.program) } as const;
    return {
      ...unitOf(projectRecord(base, 1, step.state, 0)),
      entries: [{ seq: 1, event, notes: step.notes }],
      contents: at === from ? [content] : [],
    };
  });
}

export async function fillWithEnded(folder: string, count: number): Promise<void> {
  await fill(folder, 0, count, (at) => {
    const createdAt = Math.floor((at / count) * 100) * day + at;
    const failed = at % 10 === 0;
    return unitOf(
      recordOf(at, {
        createdAt,
        workflow: `w${at % 20}`,
        startedBy: `p${at % 50}`,
        status: failed ? 'failed' : 'completed',
        failure: failed ? `http-${500 + (at % 70) / 10}` : null,
        endedAt: createdAt + 1_000,
        seq: 1,
      }),
    );
  });
}

async function fill(folder: string, from: number, to: number, make: (at: number) => Unit): Promise<void> {
  const store = await openSqliteStore({ file: join(folder, 'runs.db'), durability: 'normal' });
  for (let at = from; at < to; at += perCommit) {
    const units = Array.from({ length: Math.min(perCommit, to - at) }, (_, index) => make(at + index));
    await store.commit(units);
    if (at % 100_000 === 0 && at > 0) console.error(`${at.toLocaleString('en')} runs written …`);
  }
  await store.close();
}

const unitOf = (run: RunRecord): Unit => ({
  run,
  expected: 0,
  entries: [{ seq: 1, event: { kind: 'started', at: run.createdAt, seed: 1 }, notes: [] }],
  snapshot: null,
  items: [],
  contents: [],
  receipts: [],
  announcements: [],
  audit: [],
});

const recordOf = (at: number, particular: Partial<RunRecord>): RunRecord => ({
  tenant,
  id: `run_${String(at).padStart(10, '0')}`,
  language: 'graph',
  workflow: 'w',
  version: '1',
  revision: 'r',
  program: 'p',
  status: 'running',
  suspended: false,
  seq: 0,
  createdAt: 0,
  updatedAt: 0,
  endedAt: null,
  startedBy: 'bench',
  origin: null,
  due: null,
  calls: 0,
  items: 0,
  approvals: 0,
  parked: false,
  failure: null,
  ...particular,
});
