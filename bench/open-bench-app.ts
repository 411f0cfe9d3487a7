/** Opens an app over a folder with these workflows. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApp, type Principal, registry, resolveSettings, scopes } from '../src/operations/index.ts';
import { callOperation } from '../src/server/pipeline/pipeline.ts';

const agent: Principal = {
  subject: 'agent',
  tenant: 'default',
  scopes: new Set(scopes),
  roles: [],
  kind: 'agent',
};

export interface BenchApp {
  readonly call: (operation: string, input: object) => Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

/** @param texts by file name; @returns the options by which a program finds them */
export function writeWorkflows(folder: string, texts: Readonly<Record<string, string>>): readonly string[] {
  const workflows = join(folder, 'workflows');
  mkdirSync(join(folder, 'data'));
  mkdirSync(workflows);
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(workflows, name), text);
  return ['--data', join(folder, 'data'), '--workflows', workflows];
}

export async function openBenchApp(
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<BenchApp> {
  const flags = new Map([
    ['--data', [join(folder, 'data')]],
    ['--workflows', [join(folder, 'workflows')]],
  ]);
  const { settings, problems } = resolveSettings({ flags, env, folder });
  if (problems.length > 0) throw new Error(problems.join(' '));
  const app = await openApp(settings, { env, version: 'bench', warn: console.error });
  return {
    call: async (operation, input) =>
      (await callOperation(registry, app.services, agent, operation, input)) as Record<string, unknown>,
    close: () => app.close(),
  };
}

/** @returns milliseconds of each call, sorted */
export async function timeEach(count: number, work: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times.toSorted((one, other) => one - other);
}
