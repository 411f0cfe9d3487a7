/** Findings about the routing of one net, from its exploration [K16.1–K16.3, K16.5]. */
import type { Source } from '../model/program.ts';
import { has } from '../or-join/bag.ts';
import type { CheckedNet, CheckedTask } from './checked-net.ts';
import type { ExploredNet } from './completions.ts';
import { describeWitness } from './describe-witness.ts';
import type { Finding, FindingRule, WitnessStep } from './finding.ts';
import { canBegin } from './forward-closure.ts';
import type { Marking } from './marking.ts';
import { firstEnding, type Reached, type Witnesses } from './reached.ts';
import type { Loop } from './repeats.ts';

export const findingsOf = (explored: ExploredNet, witnesses: Witnesses): readonly Finding[] => [
  ...noCompletion(explored),
  ...deadTasks(explored),
  ...deadlocks(explored, witnesses),
  ...leftovers(explored, witnesses),
  ...unbounded(explored, witnesses),
];

interface What {
  readonly rule: FindingRule;
  readonly severity: Finding['severity'];
  readonly message: string;
  readonly task?: CheckedTask | undefined;
  readonly place?: number | undefined;
  readonly path?: readonly WitnessStep[];
}

const finding = ({ source: net }: CheckedNet, what: What): Finding => {
  const place = what.place === undefined ? null : net.places[what.place]!;
  const task = what.task === undefined ? null : net.tasks[what.task.index]!;
  const source: Source | undefined = task?.source ?? place?.source;
  return {
    rule: what.rule,
    severity: what.severity,
    net: net.id,
    task: task?.id ?? null,
    place: place?.id ?? null,
    variable: null,
    source: source ?? null,
    path: what.path ?? [],
    message: what.message,
  };
};

/** `after` the given steps; empty if it happens at once. */
export const after = (path: readonly WitnessStep[], what: string): string => {
  const described = describeWitness(path);
  return described === '' ? what : `${described} → ${what}`;
};

const noCompletion = ({ net, completes }: ExploredNet): readonly Finding[] => {
  if (completes) return [];
  const message = `No run of “${net.source.id}” can complete.`;
  return [finding(net, { rule: 'no-completion', severity: 'error', message })];
};

const deadTasks = ({ net, exploration }: ExploredNet): readonly Finding[] => {
  const possible = canBegin(net);
  return net.tasks
    .filter(
      ({ index }) =>
        possible[index] === 0 || (exploration.isFinished && exploration.begun[index] === undefined),
    )
    .map((task) =>
      finding(net, {
        rule: 'dead-task',
        severity: 'error',
        task,
        message: `No run can start \`${task.id}\`.`,
      }),
    );
};

/** Certain if no decision leads there, and none leads elsewhere: without one no run completes properly. */
const severityOf = ({ exploration: { clean } }: ExploredNet, { decisions }: Reached): Finding['severity'] =>
  decisions === 0 && clean?.decisions !== 0 ? 'error' : 'warning';

/** One for each task that can wait forever. */
const deadlocks = (explored: ExploredNet, witnesses: Witnesses): readonly Finding[] => {
  const { net, exploration } = explored;
  const seen = new Set<string>();
  const givers = exploration.deadlocks.length === 0 ? [] : giversOf(net);
  return exploration.deadlocks.flatMap((reached) => {
    const { task, place } = whatWaits(net, reached.marking);
    const key = task?.id ?? `place ${place}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const path = witnesses.pathTo(net.source.id, reached);
    if (path === null) return [];
    const what = task === undefined ? endsAt(net, place) : waitsFor(task, givers[place]!);
    const severity = severityOf(explored, reached);
    return [finding(net, { rule: 'deadlock', severity, message: after(path, what), task, place, path })];
  });
};

/** Tasks that may put a token into each place. */
const giversOf = ({ tasks, consumers }: CheckedNet): readonly (readonly CheckedTask[])[] => {
  const givers: CheckedTask[][] = consumers.map(() => []);
  for (const task of tasks)
    for (const place of new Set([...task.outputs, task.caught])) if (place >= 0) givers[place]!.push(task);
  return givers;
};

/** The lowest task that has some of its tokens, and the place that it lacks; or a place without a consumer. */
const whatWaits = (
  { tasks, consumers }: CheckedNet,
  { tokens }: Marking,
): { readonly task: CheckedTask | undefined; readonly place: number } => {
  let lowest = tasks.length;
  for (const place of tokens) lowest = Math.min(lowest, consumers[place]![0] ?? lowest);
  const task = tasks[lowest];
  return { task, place: task?.inputs.find((place) => !has(tokens, place)) ?? tokens[0]! };
};

/** Number of tasks that a message names. */
const maxNames = 12;

const waitsFor = ({ id }: CheckedTask, givers: readonly CheckedTask[]): string => {
  const names = givers.slice(0, maxNames).map((task) => `\`${task.id}\``);
  if (givers.length > maxNames) names.push(`${givers.length - maxNames} more`);
  return `\`${id}\` waits for ${names.length === 0 ? 'nothing' : names.join(' or ')} for ever`;
};

const endsAt = (net: CheckedNet, place: number): string =>
  `a token stays in \`${net.source.places[place]!.id}\` for ever: no task takes it`;

const leftovers = (explored: ExploredNet, witnesses: Witnesses): readonly Finding[] => {
  const { net, exploration } = explored;
  const reached = exploration.leftover;
  const path = reached === null ? null : witnesses.pathTo(net.source.id, reached);
  if (reached === null || path === null) return [];
  const { tokens, busy } = reached.marking;
  const left = tokens.toSpliced(tokens.indexOf(net.output), 1);
  const task = busy[0] === undefined ? undefined : net.tasks[busy[0]]!;
  const place = left[0];
  const what =
    task !== undefined
      ? `the net ends while \`${task.id}\` is under way`
      : `the net ends with a token left in \`${net.source.places[place!]!.id}\``;
  const severity = severityOf(explored, reached);
  return [finding(net, { rule: 'leftover', severity, message: after(path, what), task, place, path })];
};

/** One for each place that grows. */
const unbounded = (explored: ExploredNet, witnesses: Witnesses): readonly Finding[] => {
  const { net, exploration } = explored;
  const byPlace = new Map<number, Loop>();
  for (const loop of exploration.loops) {
    const known = byPlace.get(loop.place);
    if (known === undefined || known.to.decisions > loop.to.decisions) byPlace.set(loop.place, loop);
  }
  return [...byPlace.values()].flatMap(({ from, to, place }) => {
    const path = witnesses.pathTo(net.source.id, to);
    if (path === null) return [];
    const message = after(path, `and round again: tokens pile up in \`${net.source.places[place]!.id}\``);
    const severity = to.decisions === 0 ? 'error' : 'warning';
    const task = firstEnding(from, to);
    return [finding(net, { rule: 'unbounded', severity, message, task, place, path })];
  });
};

/** Unexplored markings may contain problems. */
export const boundReached = ({ net }: ExploredNet, bound: number): Finding => {
  const message = `“${net.source.id}” has more states than the check explores (${bound} markings). Problems beyond that are not excluded.`;
  return finding(net, { rule: 'bound-reached', severity: 'warning', message });
};
