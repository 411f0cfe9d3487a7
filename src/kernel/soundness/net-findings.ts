/** Findings about the routing of one net, from its exploration [K16.1–K16.3, K16.5]. */
import type { Source } from '../model/program.ts';
import type { CheckedNet, CheckedTask } from './checked-net.ts';
import type { ExploredNet } from './completions.ts';
import { describeWitness } from './describe-witness.ts';
import type { Finding, FindingRule } from './finding.ts';
import { canBegin } from './forward-closure.ts';
import { has, type Marking } from './marking.ts';
import { pathTo, type Reached } from './reached.ts';
import type { Loop } from './repeats.ts';

export const findingsOf = (explored: ExploredNet): readonly Finding[] => [
  ...noCompletion(explored),
  ...deadTasks(explored),
  ...deadlocks(explored),
  ...leftovers(explored),
  ...unbounded(explored),
];

interface What {
  readonly rule: FindingRule;
  readonly severity: Finding['severity'];
  readonly message: string;
  readonly task?: string;
  readonly place?: number;
  readonly reached?: Reached;
}

const finding = ({ source: net }: CheckedNet, what: What): Finding => {
  const place = what.place === undefined ? null : net.places[what.place]!;
  const source: Source | undefined = net.tasks.find(({ id }) => id === what.task)?.source ?? place?.source;
  return {
    rule: what.rule,
    severity: what.severity,
    net: net.id,
    task: what.task ?? null,
    place: place?.id ?? null,
    variable: null,
    source: source ?? null,
    path: what.reached === undefined ? [] : pathTo(what.reached),
    message: what.message,
  };
};

/** `after` the given steps; empty if it happens at once. */
export const after = (reached: Reached, what: string): string => {
  const path = describeWitness(pathTo(reached));
  return path === '' ? what : `${path} → ${what}`;
};

const noCompletion = ({ net, completes }: ExploredNet): readonly Finding[] => {
  if (completes) return [];
  const message = `No run of “${net.source.id}” can complete.`;
  return [finding(net, { rule: 'no-completion', severity: 'error', message })];
};

const deadTasks = ({ net, exploration }: ExploredNet): readonly Finding[] => {
  const possible = canBegin(net);
  return net.tasks
    .filter(({ index }) => !possible.has(index) || (exploration.isFinished && !exploration.begun.has(index)))
    .map(({ id }) =>
      finding(net, {
        rule: 'dead-task',
        severity: 'error',
        task: id,
        message: `No run can start \`${id}\`.`,
      }),
    );
};

/** Certain if no decision leads there, and none leads elsewhere: without one no run completes properly. */
const severityOf = ({ exploration: { clean } }: ExploredNet, { decisions }: Reached): Finding['severity'] =>
  decisions === 0 && clean?.decisions !== 0 ? 'error' : 'warning';

/** One for each task that can wait forever. */
const deadlocks = (explored: ExploredNet): readonly Finding[] => {
  const { net, exploration } = explored;
  const seen = new Set<string>();
  return exploration.deadlocks.flatMap((reached) => {
    const { task, place } = whatWaits(net, reached.marking);
    const key = task?.id ?? `place ${place}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const message = after(reached, task === null ? endsAt(net, place) : waitsFor(net, task, place));
    const severity = severityOf(explored, reached);
    const where = { place, reached, ...(task === null ? {} : { task: task.id }) };
    return [finding(net, { rule: 'deadlock', severity, message, ...where })];
  });
};

/** The lowest task that has some of its tokens, and the place that it lacks; or a place without a consumer. */
const whatWaits = (
  net: CheckedNet,
  { tokens }: Marking,
): { readonly task: CheckedTask | null; readonly place: number } => {
  const task = net.tasks.find(({ inputs }) => inputs.some((place) => has(tokens, place)));
  const lacking = task?.inputs.find((place) => !has(tokens, place));
  return task === undefined || lacking === undefined
    ? { task: task ?? null, place: tokens[0]! }
    : { task, place: lacking };
};

const waitsFor = (net: CheckedNet, { id }: CheckedTask, place: number): string => {
  const givers = net.tasks.filter((task) => task.outputs.includes(place) || task.caught === place);
  const names = givers.map((task) => `\`${task.id}\``);
  return `\`${id}\` waits for ${names.length === 0 ? 'nothing' : names.join(' or ')} for ever`;
};

const endsAt = (net: CheckedNet, place: number): string =>
  `a token stays in \`${net.source.places[place]!.id}\` for ever: no task takes it`;

const leftovers = (explored: ExploredNet): readonly Finding[] => {
  const { net, exploration } = explored;
  const reached = exploration.leftover;
  if (reached === null) return [];
  const { tokens, busy } = reached.marking;
  const left = tokens.toSpliced(tokens.indexOf(net.output), 1);
  const running = busy[0] === undefined ? undefined : net.tasks[busy[0]]!.id;
  const place = left[0];
  const what =
    running !== undefined
      ? `the net ends while \`${running}\` is under way`
      : `the net ends with a token left in \`${net.source.places[place!]!.id}\``;
  const where = {
    ...(running === undefined ? {} : { task: running }),
    ...(place === undefined ? {} : { place }),
  };
  const severity = severityOf(explored, reached);
  return [finding(net, { rule: 'leftover', severity, reached, message: after(reached, what), ...where })];
};

/** One for each place that grows. */
const unbounded = (explored: ExploredNet): readonly Finding[] => {
  const { net, exploration } = explored;
  const byPlace = new Map<number, Loop>();
  for (const loop of exploration.loops) {
    const known = byPlace.get(loop.place);
    if (known === undefined || known.to.decisions > loop.to.decisions) byPlace.set(loop.place, loop);
  }
  return [...byPlace.values()].map(({ from, to, place }) => {
    const id = net.source.places[place]!.id;
    const task = pathTo(to)[pathTo(from).length]?.task;
    const message = after(to, `and round again: tokens pile up in \`${id}\``);
    const severity = to.decisions === 0 ? 'error' : 'warning';
    const where = { place, reached: to, ...(task === undefined ? {} : { task }) };
    return finding(net, { rule: 'unbounded', severity, message, ...where });
  });
};

/** Unexplored markings may contain problems. */
export const boundReached = ({ net }: ExploredNet, bound: number): Finding => {
  const message = `“${net.source.id}” has more states than the check explores (${bound} markings). Problems beyond that are not excluded.`;
  return finding(net, { rule: 'bound-reached', severity: 'warning', message });
};
