/** Describes branches that no run has taken. */
import type { AuthoredTask } from '../../languages/index.ts';
import type { Untaken } from '../../runtime/index.ts';

/**
 * Consequences are left out: flows to a node that never ran, everything inside it, and nodes that only a failure leads
 * to that never occurred.
 * @param tasks everything that authors wrote
 * @param ownWorkflow the workflow whose name is left out
 */
export function describeUntaken(
  untaken: readonly Untaken[],
  tasks: readonly AuthoredTask[],
  ownWorkflow: string | null,
): readonly string[] {
  const neverRun = namesOf(untaken.filter(({ kind }) => kind === 'task'));
  const entered = new Set(
    tasks.filter(({ net, task }) => !neverRun.has(taskKey(net, task))).map(({ net }) => net),
  );
  const impliedByFlow = new Set(
    untaken.flatMap((each) => (each.kind === 'flow' ? each.leadsTo.map((to) => taskKey(each.net, to)) : [])),
  );
  return untaken
    .filter((each) => {
      if (!entered.has(each.net)) return false;
      if (each.kind === 'task') return !impliedByFlow.has(taskKey(each.net, each.task));
      return each.kind === 'flow' || !each.leadsTo.some((to) => neverRun.has(taskKey(each.net, to)));
    })
    .map((each) => `${workflowPrefix(each, ownWorkflow)}${each.task} ${describe(each)}`);
}

function namesOf(untaken: readonly Untaken[]): ReadonlySet<string> {
  return new Set(untaken.map(({ net, task }) => taskKey(net, task)));
}

function taskKey(net: string, task: string): string {
  return JSON.stringify([net, task]);
}

/** Parts of a workflow are nets whose names begin with its name. */
function workflowPrefix({ net }: Untaken, ownWorkflow: string | null): string {
  const workflow = net.split('/')[0] ?? net;
  return workflow === ownWorkflow ? '' : `${workflow}: `;
}

function describe(untaken: Untaken): string {
  switch (untaken.kind) {
    case 'task':
      return 'never ran';
    case 'flow':
      return `never went to ${joinNames(untaken.leadsTo)}`;
    case 'catch':
      return `never failed over to ${joinNames(untaken.leadsTo)}`;
  }
}

function joinNames(names: readonly string[]): string {
  return names.length === 0 ? 'the end' : names.join(', ');
}
