/** Prints a simulated run: events, result, generated values, and the branches that were never taken. */
import { cleanText, drawSketch } from '../../drawing/index.ts';
import { describeDuration } from '../../expression/index.ts';
import type { SimulatedRun } from '../../operations/index.ts';
import type { Host } from '../host/host.ts';
import { pluralize } from './pluralize.ts';
import { createStyles, type Styles } from './styles.ts';

export function printSimulation(host: Host, path: string, run: SimulatedRun, draws: boolean): void {
  const styles = createStyles(host.colour);
  const say = (...lines: readonly string[]) => host.out(lines.map((line) => `${line}\n`).join(''));
  say(`${styles.strong(cleanText(run.workflow))} of ${cleanText(path)}, simulated`, '');
  say(...run.timeline.map((line) => `  ${cleanText(line)}`), '');
  say(describeEnd(run, styles), ...resultOf(run));
  say(...describeStubs(run));
  if (run.untaken.length > 0) say('', 'Never taken:', ...run.untaken.map((each) => `  ${cleanText(each)}`));
  if (draws) {
    for (const { sketch, states = new Map() } of [run, ...run.parts]) {
      say('', drawSketch(sketch, { states, width: host.columns, colour: host.colour }));
    }
  }
}

function describeEnd({ simulation }: SimulatedRun, styles: Styles): string {
  const { status, failure, waitingFor, spent, events } = simulation;
  const time = `after ${describeDuration(spent)} of simulated time`;
  switch (status) {
    case 'completed':
      return `${styles.good('✓ completed')} ${time}`;
    case 'waiting': {
      const points = waitingFor.map(({ kind, task }) => `${waitTexts[kind]} ${cleanText(task)}`);
      return `${styles.warning('● waits')} for ${points.join(', ')}, ${time}`;
    }
    case 'limit':
      return `${styles.bad('✗ stopped')} after ${pluralize(events.length, 'event')}: the run may never end`;
    default: {
      const why = failure === null ? '' : `: ${cleanText(failure.code)}, ${cleanText(failure.message)}`;
      return `${styles.bad(`✗ ${status}`)} ${time}${why}`;
    }
  }
}

const waitTexts = {
  answer: 'an answer to',
  verdict: 'a verdict on the call of',
  signal: 'the signal of',
  call: 'the call of',
} as const;

/** The output; for a run that did not complete, its state. */
function resultOf({ simulation: { status, output, variables } }: SimulatedRun): readonly string[] {
  // Names that the compiler generates cannot be written by authors.
  const own = Object.fromEntries(Object.entries(variables).filter(([name]) => /^\w+$/.test(name)));
  const [title, value] = status === 'completed' ? ['Result', output] : ['So far', own];
  const lines = (JSON.stringify(value, null, 2) ?? 'null').split('\n');
  return [
    `${title}:`,
    ...lines.map((line) => `  ${line.slice(0, line.search(/\S|$/))}${cleanText(line.trimStart())}`),
  ];
}

function describeStubs({
  standIns: { calls, empty, questions, variables = [] },
}: SimulatedRun): readonly string[] {
  const names = (list: readonly string[]) => cleanText([...new Set(list)].join(', '));
  const lines = [
    ...(calls.length === 0
      ? []
      : [`${pluralize(calls.length, 'call was', 'calls were')} answered with examples: ${names(calls)}`]),
    ...(empty.length === 0
      ? []
      : [`The result type of these calls is unknown, so they returned null: ${names(empty)}`]),
    ...(variables.length === 0
      ? []
      : [`These variables of the context were not set and got example values: ${names(variables)}`]),
    ...(questions.length === 0 ? [] : [`Questions were answered with examples: ${names(questions)}`]),
  ];
  return lines.length === 0 ? [] : ['', ...lines];
}
