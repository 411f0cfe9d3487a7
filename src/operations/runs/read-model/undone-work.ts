/** Finds work of a run that was undone, by the run itself or by one that shares it. */
import type { RunState } from '../../../kernel/index.ts';
import { type Ancestry, findExecutingRun, type OpenedRun, yieldToEventLoop } from '../../../runtime/index.ts';
import type { Principal } from '../../contract/principal.ts';
import type { Services } from '../../contract/services.ts';
import { getOpened } from './find-run.ts';
import { type JournalFacts, readFacts } from './journal-facts.ts';
import { readPinned } from './pinned-definition.ts';
import { outcomesOfTasks } from './task-outcomes.ts';
import { maxRememberedEvents, timelineOfRun } from './timeline-of-run.ts';

/**
 * Names of the tasks whose work was undone and not done again since; of a called workflow with its name. Long runs
 * are polled and their timeline is not cached: none before the end.
 */
export async function undoneTasks(
  services: Services,
  opened: OpenedRun,
  facts: JournalFacts,
): Promise<readonly string[]> {
  return [...new Set([...(await tasksWithUndo(services, opened, facts)), ...compensatedTasks(facts)])];
}

/** Of each task, its last work counts. */
function compensatedTasks({ compensations }: JournalFacts): readonly string[] {
  const last = new Map(compensations.work.map(({ task, undoneAt }) => [task, undoneAt]));
  return [...last].flatMap(([task, undoneAt]) => (undoneAt === null ? [] : [task]));
}

async function tasksWithUndo(
  services: Services,
  opened: OpenedRun,
  { undone }: JournalFacts,
): Promise<readonly string[]> {
  const { record, program } = opened;
  const isTooLong = record.endedAt === null && record.seq > maxRememberedEvents;
  if (isTooLong || !undone.some(({ failure }) => failure === null)) return [];
  const { shows } = await readPinned(services, opened);
  const steps = await timelineOfRun(services, opened, shows, record.seq);
  const outcomes = outcomesOfTasks(steps.flatMap(({ moments }) => moments));
  const isOwn = (net: string): boolean => net === program.root || net.startsWith(`${program.root}/`);
  return [...outcomes.values()]
    .filter(({ outcome }) => outcome.state === 'undone')
    .map(({ net, task }) => (isOwn(net) ? task : `${net}/${task}`));
}

export type DoneWork = RunState['frames'][number]['undo'][number];

/** The part of the work that was undone since, or is being undone. Work whose undo failed still stands. */
export async function findUndone(
  services: Services,
  principal: Principal,
  { record, program }: OpenedRun,
  work: readonly DoneWork[],
): Promise<readonly DoneWork[]> {
  const { store } = services;
  const { tenant } = record;
  const states = new Map<string, RunState>();
  const stateAt: Ancestry['stateAt'] = async ({ id }, seq) => {
    const state = states.get(id) ?? (await getOpened(services, principal, id, seq)).state;
    states.set(id, state);
    return state;
  };
  const undone: DoneWork[] = [];
  for (const each of work) {
    await yieldToEventLoop();
    const { instance } = each;
    const executedBy = await findExecutingRun({ store, stateAt }, record, instance);
    const claimant = await store.claims.find(tenant, executedBy, instance);
    // An imported run has undone work without a claim.
    const undoing = claimant === undefined ? record : await store.runs.find(tenant, claimant);
    const facts = undoing && (await readFacts(store, undoing, program));
    const ended = facts?.undone.find((note) => note.instance === instance);
    if (ended === undefined ? claimant !== undefined : ended.failure === null) undone.push(each);
  }
  return undone;
}
