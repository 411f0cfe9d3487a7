/** Ways that no run has gone, in words. */
import type { AuthoredTask } from '../languages/index.ts';
import type { Untaken } from '../runtime/index.ts';

/**
 * What follows from another is not told twice: a way to a node that never ran tells of that node, a node that only a
 * failure leads to tells of that failure, and a node that never ran tells of all that is inside it.
 * @param tasks all that authors wrote
 * @param ownWorkflow the workflow that needs no mention
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

/** Parts of a workflow are nets named after it. */
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
