/** Kills a process repeatedly while it works in one data folder, each time at the next point of a plan. */
import type { Random } from '../../src/testing/index.ts';
import type { CountingServer } from './counting-server.ts';
import type {
  KillPoint,
  RunStart,
  Worker,
  WorkerExit,
  WorkerPool,
  WorkerReport,
  WorkerTask,
} from './worker-pool.ts';

export const phases = [
  'before commit',
  'during commit',
  'after commit',
  'call in flight',
  'reply before commit',
  'undo',
  'timer',
  'opening',
  'recovery',
  'any moment',
  'migration',
  'purge',
  'fork',
] as const;

export type Phase = (typeof phases)[number];

export type PlannedKill = { readonly phase: Phase } & (
  | { readonly kind: 'own'; readonly own: KillPoint }
  /** When the server gets the `at`-th such request, before it answers. */
  | {
      readonly kind: 'request';
      readonly method: string | null;
      readonly path: string;
      readonly at: number;
    }
  /** This many milliseconds after it reported it. */
  | { readonly kind: 'moment'; readonly after: 'opening' | 'opened'; readonly milliseconds: number }
);

export interface CrashSetup {
  readonly workerPool: WorkerPool;
  readonly server: CountingServer;
  readonly data: string;
  readonly workflows: string;
}

export interface CrashCampaign {
  readonly starts: readonly RunStart[];
  /** Run by key, as the caller received it. */
  readonly runs: ReadonlyMap<string, string>;
  readonly kills: readonly Phase[];
  readonly problems: readonly string[];
}

/** @param batch the new work of the nth process */
export async function runCrashCampaign(
  setup: CrashSetup,
  random: Random,
  plannedKills: readonly PlannedKill[],
  batch: (worker: number) => readonly RunStart[],
): Promise<CrashCampaign> {
  const starts: RunStart[] = [];
  const runs = new Map<string, string>();
  const kills: Phase[] = [];
  const problems: string[] = [];

  let workerCount = 0;

  const runWorker = async (plannedKill: PlannedKill | null): Promise<boolean> => {
    const fresh = plannedKill === null ? [] : batch(workerCount);
    workerCount += 1;
    const asked = [
      ...starts.filter(({ key }) => !runs.has(key)),
      // A key that was answered before gets the same answer.
      ...random.shuffle(starts.filter(({ key }) => runs.has(key))).slice(0, 2),
      ...fresh,
    ];
    starts.push(...fresh);
    const ended = await runWorkerOnce(setup, { starts: asked }, plannedKill);
    for (const report of ended.reports) {
      if (report.kind === 'warning') problems.push(report.message);
      if (report.kind !== 'started') continue;
      const before = runs.get(report.key);
      if (before !== undefined && before !== report.run) {
        problems.push(`${report.key} was run ${before}, and is ${report.run} now`);
      }
      runs.set(report.key, report.run);
    }
    const isKilled = ended.signal === 'SIGKILL';
    if (isKilled) kills.push(phaseOf(plannedKill, ended));
    return isKilled;
  };

  for (const plannedKill of plannedKills) {
    // A kill point at its first occurrence is always reached.
    const isMet = (await runWorker(plannedKill)) || (await runWorker(firstOf(plannedKill)));
    if (!isMet) problems.push(`A process was not killed: ${JSON.stringify(plannedKill)}`);
  }
  if (await runWorker(null)) problems.push('A process was killed unexpectedly.');
  return { starts, runs, kills, problems };
}

/** A process that should be killed while it opens may have been faster. */
function phaseOf(plannedKill: PlannedKill | null, { reports }: WorkerExit): Phase {
  const isOpen = reports.some(({ kind }) => kind === 'opened');
  return plannedKill === null || (plannedKill.phase === 'opening' && isOpen)
    ? 'any moment'
    : plannedKill.phase;
}

function firstOf(plannedKill: PlannedKill): PlannedKill {
  if (plannedKill.kind === 'own') return { ...plannedKill, own: { ...plannedKill.own, at: 1 } };
  return plannedKill.kind === 'request' ? { ...plannedKill, at: 1 } : { ...plannedKill, milliseconds: 0 };
}

/** One process, until it ends. Throws if it failed on its own. */
export async function runWorkerOnce(
  setup: CrashSetup,
  task: Partial<WorkerTask>,
  plannedKill: PlannedKill | null,
): Promise<WorkerExit> {
  const { server } = setup;
  const own = plannedKill?.kind === 'own' ? { kill: plannedKill.own } : {};
  let timer: NodeJS.Timeout | undefined;
  const worker = startWorker(setup, { ...task, ...own }, ({ kind }) => {
    if (plannedKill?.kind === 'moment' && kind === plannedKill.after)
      timer = setTimeout(worker.kill, plannedKill.milliseconds);
  });
  let met = 0;
  server.watch(({ method, path }) => {
    if (plannedKill?.kind !== 'request' || plannedKill.path !== path) return false;
    if (plannedKill.method !== null && plannedKill.method !== method) return false;
    met += 1;
    if (met === plannedKill.at) worker.kill();
    return met >= plannedKill.at;
  });
  const ended = await worker.ended;
  clearTimeout(timer);
  server.watch(() => false);
  if (ended.signal === 'SIGKILL' || ended.code === 0) return ended;
  const last = JSON.stringify(ended.reports.at(-1));
  throw new Error(`It ended with ${ended.code ?? ended.signal}: ${last}${ended.stderrText}`);
}

export function startWorker(
  { workerPool, server, data, workflows }: CrashSetup,
  task: Partial<WorkerTask>,
  onReport?: (report: WorkerReport) => void,
): Worker {
  const { url } = server;
  const idle = { kill: null, starts: [], late: [], forks: [], purge: null, answers: true };
  return workerPool.begin({ data, workflows, url, ...idle, ...task }, onReport);
}
