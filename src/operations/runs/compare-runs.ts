/** Compares two runs: the first event that differs, and the outcome of each task in both. */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import { described, flag, integer, listOf, objectOf, orNull, text } from '../../languages/output-fields.ts';
import { describeTimeline } from '../../runtime/index.ts';
import { canonicalJson } from '../contract/canonical-json.ts';
import { runField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { getOpened } from './read-model/find-run.ts';
import { readPinned } from './read-model/pinned-definition.ts';
import { type RunView, runView, viewRun } from './read-model/run-view.ts';
import { outcomesOfTasks, taskOutcome } from './read-model/task-outcomes.ts';
import { type TimelineStep, timelineOfRun } from './read-model/timeline-of-run.ts';

const input = z.strictObject({
  left: runField.describe('Id of one run.'),
  right: runField.describe('Id of the run to compare it with.'),
});

const differingEvent = objectOf({
  event: text('Kind of the event.'),
  lines: listOf(text(), 'What it reported, as text.'),
});

const taskComparison = objectOf({
  net: text('The workflow, or the part of it.'),
  task: text(),
  same: flag('It had the same outcome in both, and was started equally often.'),
  left: orNull(taskOutcome, 'Null if that run never reached it.'),
  right: orNull(taskOutcome, 'Null if that run never reached it.'),
});

const output = objectOf({
  left: runView,
  right: runView,
  sameProgram: flag('Both are pinned to the same program.'),
  sharedEvents: integer('Number of events from the start that are equal, regardless of their time.'),
  difference: orNull(
    objectOf({
      seq: integer('Number of the event.'),
      left: orNull(differingEvent, 'Null if that run has no more events.'),
      right: orNull(differingEvent, 'Null if that run has no more events.'),
    }),
    'The first event that differs; null if none does.',
  ),
  sameOutput: flag(),
  leftDuration: described(z.number(), 'Milliseconds from start to end, or to the last event.'),
  rightDuration: described(z.number(), 'Milliseconds from start to end, or to the last event.'),
  tasks: listOf(taskComparison),
});

type DifferingEvent = z.infer<typeof differingEvent>;
type TaskComparison = z.infer<typeof taskComparison>;

export const compareRuns: Operation<z.infer<typeof input>, z.infer<typeof output>> = {
  name: 'runs.compare',
  scope: 'workflows:query',
  writes: false,
  summary: 'Compares two runs: the first event that differs, and the outcome of each task.',
  rest: { method: 'GET', path: '/v1/comparisons', tag: 'runs' },
  verb: { name: 'compare', args: { left: 'RUN', right: 'RUN' } },
  deadline: 'long',
  examples: [{ input: { left: 'run_01KA', right: 'run_01KB' } }],
  input,
  output,
  async perform(principal, ids, services) {
    const left = await readSide(services, principal, ids.left);
    const right = await readSide(services, principal, ids.right);
    const shared = countShared(left.timeline, right.timeline);
    const [atLeft, atRight] = [left.timeline[shared], right.timeline[shared]];
    return {
      left: left.view,
      right: right.view,
      sameProgram: left.program === right.program,
      sharedEvents: shared,
      difference:
        atLeft === undefined && atRight === undefined
          ? null
          : { seq: shared + 1, left: describeEvent(left, atLeft), right: describeEvent(right, atRight) },
      sameOutput: canonicalJson(left.view.output) === canonicalJson(right.view.output),
      leftDuration: left.duration,
      rightDuration: right.duration,
      tasks: compareTasks(left.timeline, right.timeline),
    };
  },
};

interface Side {
  readonly view: RunView;
  readonly program: string;
  readonly timeline: readonly TimelineStep[];
  readonly start: number;
  readonly duration: number;
}

async function readSide(services: Services, principal: Principal, run: string): Promise<Side> {
  const opened = await getOpened(services, principal, run);
  const { shows } = await readPinned(services, opened);
  const timeline = await timelineOfRun(services, opened, shows, opened.record.seq);
  const start = timeline[0]?.entry.event.at ?? opened.record.createdAt;
  const duration = opened.state.at - start;
  return {
    view: await viewRun(services, principal, opened),
    program: opened.record.program,
    timeline,
    start,
    duration,
  };
}

function countShared(left: readonly TimelineStep[], right: readonly TimelineStep[]): number {
  const differing = left.findIndex(({ entry }, at) => {
    const other = right[at]?.entry.event;
    return other === undefined || contentOf(entry.event) !== contentOf(other);
  });
  return differing < 0 ? left.length : differing;
}

/** Time, author and seed differ in any two runs. */
function contentOf(event: TimelineStep['entry']['event']): string {
  const content = Object.entries(event).filter(([name]) => !['at', 'by', 'seed'].includes(name));
  // Events are JSON.
  return canonicalJson(Object.fromEntries(content) as Json);
}

function describeEvent({ start }: Side, step: TimelineStep | undefined): DifferingEvent | null {
  if (step === undefined) return null;
  return { event: step.entry.event.kind, lines: describeTimeline(step.moments, start) };
}

function compareTasks(
  left: readonly TimelineStep[],
  right: readonly TimelineStep[],
): readonly TaskComparison[] {
  const ours = outcomesOfTasks(left.flatMap(({ moments }) => moments));
  const theirs = outcomesOfTasks(right.flatMap(({ moments }) => moments));
  return [...new Set([...ours.keys(), ...theirs.keys()])].map((key) => {
    const [mine, other] = [ours.get(key), theirs.get(key)];
    return {
      net: mine?.net ?? other?.net ?? '',
      task: mine?.task ?? other?.task ?? '',
      same: mine?.outcome.state === other?.outcome.state && mine?.outcome.starts === other?.outcome.starts,
      left: mine?.outcome ?? null,
      right: other?.outcome ?? null,
    };
  });
}
