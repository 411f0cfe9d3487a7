/**
 * Creates a run with the first events of another [R7.1]. Answers of people in them count in the fork only when they
 * are approved again: until then it does not continue. Work in them must not have been undone since [R7.3].
 */

import { z } from 'zod';
import type { Frame, Note, RunState } from '../../kernel/index.ts';
import { type Phrase, phrase } from '../../languages/index.ts';
import type { AdoptRequest, JournalEntry, OpenedRun, RunRecord } from '../../runtime/index.ts';
import { inputMismatch } from '../contract/check-input.ts';
import { eventField, keyField, runField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { findRepeatedRun } from '../contract/repeatable.ts';
import { requestHead } from '../contract/request-head.ts';
import type { Services } from '../contract/services.ts';
import { rootFrame } from '../journal/read-journal.ts';
import { withinQuota } from '../quotas/within-quota.ts';
import { createApprovalCollector } from './collect-approvals.ts';
import { eventOfStep } from './event-of-step.ts';
import { type MovedRun, movedRun, movedRunView, runOf } from './moved-run.ts';
import { contentsOfEvents } from './payloads-of-event.ts';
import type { CompensatedWork } from './read-model/compensated-work.ts';
import { getOpened } from './read-model/find-run.ts';
import { readFacts } from './read-model/journal-facts.ts';
import { playJournal } from './read-model/play-journal.ts';
import { type DoneWork, findUndone } from './read-model/undone-work.ts';

const input = z.strictObject({
  run: runField,
  at: eventField('The last event that the fork shares with the run.').optional(),
  step: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe('In place of `at`, the name of a step: the fork begins where the run last reached it.'),
  pass: eventField('For a step in a loop: which pass, from 1.').optional(),
  suspended: z.boolean().default(false).describe('Leave the fork suspended until it is resumed.'),
  idempotencyKey: keyField,
});

const name = 'runs.fork';
/** Tasks that an error names. */
const maxNamed = 5;
/** Items of the original that are searched for declined ones. */
const maxItems = 1_000;

export const forkRun: Operation<z.infer<typeof input>, MovedRun> = {
  name,
  scope: 'workflows:launch',
  writes: true,
  summary: 'Creates a run that shares the first events of another.',
  rest: { method: 'POST', path: '/v1/runs/{run}/fork', tag: 'runs', status: 201, location: '/v1/runs/{run}' },
  verb: { name: 'fork' },
  deadline: 'long',
  examples: [{ input: { run: 'run_01KA', at: 3 } }],
  input,
  output: movedRunView,
  async perform(principal, given, services) {
    const before = await findRepeatedRun(services, principal, name, given);
    if (before !== undefined) return movedRun(services, principal, { run: before.id, repeated: true });
    refuseUnclear(given);
    const { run, suspended } = given;
    const opened = await getOpened(services, principal, run, given.at);
    const at = await eventOf(services, opened, given);
    const { tenant } = principal;
    const { entries, approvals, state } = await prefixOf(services, opened, at);
    if (state.status !== 'running') throw alreadyEnded(run, at, state.status);
    if (state.frames.some(({ id, phase }) => id === rootFrame && endingPhases.has(phase)))
      throw ending(run, at);
    const work = state.frames.flatMap(({ undo }) => undo);
    const undone = await findUndone(services, principal, opened, work);
    const reversed = [
      ...undone.map((each) => endOf(opened, entries, each)),
      ...(await compensatedSince(services, opened, at)),
    ];
    if (reversed.length > 0) throw workUndone(run, at, reversed);
    const items = await services.store.items.search(tenant, { run }, { limit: maxItems });
    const events = entries.map(({ event }) => event);
    const request: AdoptRequest = {
      ...requestHead(principal, name, given),
      workflow: await pinnedOf(services, opened),
      origin: { kind: 'fork', run, at },
      entries,
      // Referenced by name, so that they are kept for the fork when the run is purged.
      contents: await contentsOfEvents(services.store.contents, tenant, events),
      approvals,
      declines: items.filter(({ declinedBy }) => declinedBy.length > 0),
      suspended,
    };
    // Its large values are already stored.
    const quotaRequest = { run: 'new', values: [] } as const;
    const answer = await withinQuota(services, principal, quotaRequest, () => services.engine.adopt(request));
    return movedRun(services, principal, runOf(answer, run));
  },
};

/** Throws if the start of the fork is missing or given twice. */
function refuseUnclear({ at, step, pass }: z.infer<typeof input>): void {
  const expected = phrase`the number of an event, or the name of a step in ${{ field: 'step' }}: exactly one of the two`;
  const isUnclear = (at === undefined) === (step === undefined);
  const violations = [
    ...(isUnclear ? [unclear('at', phrase`${{ field: 'at' }} must be ${expected}.`, expected)] : []),
    ...(step === undefined && pass !== undefined
      ? [
          unclear(
            'pass',
            phrase`${{ field: 'pass' }} requires ${{ field: 'step' }}.`,
            phrase`a number together with ${{ field: 'step' }}`,
          ),
        ]
      : []),
  ];
  if (violations.length > 0) throw inputMismatch(name, violations);
}

const unclear = (path: string, message: Phrase, expected: Phrase) =>
  ({ path, rule: 'unclear', message, expected, actual: 'something else' }) as const;

/** Exactly one of the two is given. */
const eventOf = async (
  services: Services,
  opened: OpenedRun,
  { at, step = '', pass }: z.infer<typeof input>,
): Promise<number> => at ?? eventOfStep(services, opened, { step, pass });

interface Prefix {
  readonly entries: readonly JournalEntry[];
  readonly approvals: AdoptRequest['approvals'];
  readonly state: Pick<RunState, 'status' | 'frames'>;
}

/** The shared events, with every item in them that was answered. */
async function prefixOf(services: Services, opened: OpenedRun, at: number): Promise<Prefix> {
  const entries: JournalEntry[] = [];
  const collector = createApprovalCollector();
  let state: Prefix['state'] = { status: 'created', frames: [] };
  for await (const { entry, step } of playJournal(services, opened, at)) {
    entries.push(entry);
    state = step.state;
    collector.see(entry.event, step);
  }
  return { entries, approvals: collector.approvals, state };
}

/** The fork keeps the workflow of the run, even if the library has changed. */
export async function pinnedOf({ store }: Services, { record, program }: OpenedRun) {
  const { tenant, language, workflow: name, version, revision } = record;
  const source = (await store.contents.find(tenant, 'definition', revision)) ?? '';
  return { language, name, version, source, revision, program };
}

function alreadyEnded(run: string, at: number, status: string): OperationError {
  return new OperationError({
    code: 'fork_after_end',
    message: `After event ${at} the run “${run}” is ${status}. A fork from there cannot continue.`,
    suggestedAction: phrase`Fork it from an event before ${at}. ${{ operation: 'runs.history' }} lists them.`,
    context: { run, at },
  });
}

const endingPhases: ReadonlySet<Frame['phase']> = new Set(['failing', 'cancelling', 'reverting']);

function ending(run: string, at: number): OperationError {
  return new OperationError({
    code: 'undo_begun',
    message: `After event ${at} the run “${run}” was already ending, and undoing its work. A fork from there could only end, too.`,
    suggestedAction: phrase`Fork it from an event before its failure or cancellation. ${{ operation: 'runs.history' }} lists them.`,
    context: { run, at },
  });
}

/** Work of the shared events that the run, or one that it was forked from, has compensated after them. */
async function compensatedSince(
  { store }: Services,
  { record, program }: OpenedRun,
  at: number,
): Promise<readonly ReversedWork[]> {
  const found: ReversedWork[] = [];
  let shared = at;
  for (let run: RunRecord | undefined = record; run !== undefined; ) {
    const { compensations } = await readFacts(store, run, program);
    const until = shared;
    found.push(
      ...compensations.work.filter(
        ({ doneAt, undoneAt }) => doneAt <= until && undoneAt !== null && undoneAt > until,
      ),
    );
    const { origin, tenant }: RunRecord = run;
    if (origin?.kind !== 'fork') break;
    shared = Math.min(shared, origin.at);
    run = await store.runs.find(tenant, origin.run);
  }
  return found;
}

type ReversedWork = Pick<CompensatedWork, 'task' | 'doneAt'>;

function endOf(
  { program }: OpenedRun,
  entries: readonly JournalEntry[],
  { net, task, instance }: DoneWork,
): ReversedWork {
  const ends = (note: Note): boolean =>
    (note.kind === 'completed' || (note.kind === 'failed' && note.retryAt === null)) &&
    note.instance === instance;
  const end = entries.find(({ notes }) => notes.some(ends));
  return { task: program.nets[net]?.tasks[task]?.id ?? '', doneAt: end?.seq ?? entries.length };
}

/** Names the last event before the work, from which a fork does it again. */
function workUndone(run: string, at: number, reversed: readonly ReversedWork[]): OperationError {
  const forkAt = Math.min(...reversed.map(({ doneAt }) => doneAt)) - 1;
  const tasks = new Set(reversed.map(({ task }) => `“${task}”`));
  const names = `${[...tasks].slice(0, maxNamed).join(', ')}${tasks.size > maxNamed ? ', …' : ''}`;
  return new OperationError({
    code: 'undo_begun',
    message: `After event ${at} the run “${run}” had done work that has been undone since: ${names}. A fork from there cannot use it.`,
    suggestedAction: `Fork it from event ${forkAt} or before: the fork then does that work again.`,
    context: { run, at, undone: names, forkAt },
  });
}
