/**
 * Checks what YAWL does not check: whether a case can deadlock, complete with tokens left, or accumulate tokens. Such a
 * specification still runs, so these are warnings, each with a path that leads there.
 */
import {
  checkSoundness,
  type Finding,
  type Program,
  type SoundnessOptions,
  type WitnessStep,
} from '../../../kernel/index.ts';
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import type { SourceLocation, YawlNet, YawlSpecification } from '../model/schema.ts';
import { taskNameOf } from '../model/task-name.ts';
import { wireNet } from '../model/wire-net.ts';

/** @param program of the specification: its nets, tasks and places have the ids of YAWL */
export function checkProgram(
  program: Program,
  specification: YawlSpecification,
  warnings: Reporter,
  budget: SoundnessOptions,
): void {
  const nets = new Map(
    specification.decompositions.flatMap((each) => (each.kind === 'net' ? [[each.id, each] as const] : [])),
  );
  const names = new Map<YawlNet, NetLabels>();
  const cachedLabels = (net: YawlNet): NetLabels => {
    const known = names.get(net) ?? labelsOfNet(net);
    names.set(net, known);
    return known;
  };
  for (const finding of checkSoundness(program, budget).findings) {
    const net = nets.get(finding.net);
    if (net !== undefined) reportFinding(finding, net, cachedLabels(net), warnings);
  }
}

/** The display names of the elements of a net, and their locations. */
interface NetLabels {
  readonly tasks: ReadonlyMap<string, { readonly name: string; readonly at: SourceLocation }>;
  readonly places: ReadonlyMap<string, NamedPlace>;
}

interface NamedPlace {
  /** Name of the condition. For an implicit condition: name of the task after it. */
  readonly name: string;
  /** Where a token is: in the condition, before the task. */
  readonly where: string;
  /** Where a token has to come from. */
  readonly source: string;
}

function labelsOfNet(net: YawlNet): NetLabels {
  const { places, tasks } = wireNet(net);
  const consumers = new Map(tasks.flatMap(({ task, preset }) => preset.map((id) => [id, taskNameOf(task)])));
  const producers = new Map(
    tasks.flatMap(({ task, flows }) => flows.map(({ place }) => [place, taskNameOf(task)])),
  );
  const named = places.map(({ id, condition }): [string, NamedPlace] => {
    if (condition !== null) {
      const name = condition.name || condition.id;
      return [id, { name, where: `in “${name}”`, source: `in “${name}”` }];
    }
    const name = consumers.get(id) ?? id;
    return [id, { name, where: `before “${name}”`, source: `from “${producers.get(id) ?? id}”` }];
  });
  return {
    tasks: new Map(net.tasks.map((task) => [task.id, { name: taskNameOf(task), at: task.at }])),
    places: new Map(named),
  };
}

interface FindingText {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

function reportFinding(finding: Finding, net: YawlNet, names: NetLabels, warnings: Reporter): void {
  const task = finding.task === null ? undefined : names.tasks.get(finding.task);
  // A task that its author did not write is reported only with its net.
  if (finding.task !== null && task === undefined && finding.rule === 'dead-task') return;
  const findingText = describeFinding(finding, net, task?.name, names);
  if (findingText === null) return;
  report(warnings, task?.at ?? net.at, { rule: finding.rule, ...findingText });
}

function describeFinding(
  finding: Finding,
  net: YawlNet,
  task: string | undefined,
  names: NetLabels,
): FindingText | null {
  const pathText = describePath(finding.path, names);
  const place = finding.place === null ? undefined : names.places.get(finding.place);
  const name = `net “${net.id}”`;
  switch (finding.rule) {
    case 'unset-read':
      return null;
    case 'dead-task':
      return {
        message: `The task “${task ?? ''}” can never start: no case reaches it.`,
        expected: 'a path on which it receives every token that it waits for',
        actual: 'none',
      };
    case 'no-completion':
      return {
        message: `The ${name} can never complete: no path reaches its output condition.`,
        expected: 'a path to the output condition',
        actual: 'none',
      };
    case 'deadlock':
      return {
        message:
          task === undefined
            ? `The ${name} can deadlock${pathText}: a token stays ${place?.where ?? 'somewhere'}, and no task takes it.`
            : `The task “${task}” can wait for ever for a token ${place?.source ?? ''}${pathText}. The ${name} is then deadlocked.`,
        expected: 'a net that can always reach its output condition',
        actual: 'a workflow that may not end',
      };
    case 'leftover':
      return {
        message:
          task === undefined
            ? `The ${name} can complete while a token is left ${place?.where ?? ''}${pathText}. Remaining tokens are withdrawn.`
            : `The ${name} can complete while “${task}” is still running${pathText}. Remaining work is withdrawn.`,
        expected: 'no tokens left when the output condition is reached',
        actual: 'tokens may be left',
      };
    case 'unbounded':
      return {
        message: `In the ${name} tokens can accumulate ${place?.where ?? ''}, more with every pass${pathText}.`,
        expected: 'as many tokens after a pass as before it',
        actual: 'more',
      };
    case 'bound-reached':
      return {
        message: `The ${name} has too many states to check all of them. The check may have missed problems.`,
        expected: 'fewer states',
        actual: 'too many to check',
      };
  }
}

/** Longer paths are shortened. */
const maxSteps = 8;

function describePath(path: readonly WitnessStep[], { tasks, places }: NetLabels): string {
  const steps = path.flatMap(({ task, took, decided }) => {
    const name = tasks.get(task)?.name;
    if (name === undefined) return [];
    const targets = took.flatMap((place) => (place === null ? [] : [places.get(place)?.name ?? place]));
    return [
      decided && targets.length > 0 ? `“${name}” continues to “${targets.join('” and “')}”` : `“${name}”`,
    ];
  });
  const shown = steps.length > maxSteps ? [...steps.slice(0, 3), '…', ...steps.slice(-4)] : steps;
  return shown.length === 0 ? '' : ` (by ${shown.join(', ')})`;
}
