/** Ways that no run has gone, in words. */
import type { AuthoredTask } from '../languages/index.ts';
import type { Untaken } from '../runtime/index.ts';

/**
 * What follows from another is not told twice: a way to a node that never ran tells of that node, a node that only a
 * failure leads to tells of that failure, and a node that never ran tells of all that is inside it.
 * @param tasks all that authors wrote
 * @param home the workflow that needs no mention
 */
export function describeUntaken(
  untaken: readonly Untaken[],
  tasks: readonly AuthoredTask[],
  home: string | null,
): readonly string[] {
  const idle = namesOf(untaken.filter(({ kind }) => kind === 'task'));
  const entered = new Set(tasks.filter(({ net, task }) => !idle.has(keyOf(net, task))).map(({ net }) => net));
  const told = new Set(
    untaken.flatMap((each) => (each.kind === 'flow' ? each.leadsTo.map((to) => keyOf(each.net, to)) : [])),
  );
  return untaken
    .filter((each) => {
      if (!entered.has(each.net)) return false;
      if (each.kind === 'task') return !told.has(keyOf(each.net, each.task));
      return each.kind === 'flow' || !each.leadsTo.some((to) => idle.has(keyOf(each.net, to)));
    })
    .map((each) => `${placeOf(each, home)}${each.task} ${describe(each)}`);
}

function namesOf(untaken: readonly Untaken[]): ReadonlySet<string> {
  return new Set(untaken.map(({ net, task }) => keyOf(net, task)));
}

function keyOf(net: string, task: string): string {
  return JSON.stringify([net, task]);
}

/** Parts of a workflow are nets named after it. */
function placeOf({ net }: Untaken, home: string | null): string {
  const workflow = net.split('/')[0] ?? net;
  return workflow === home ? '' : `${workflow}: `;
}

function describe(untaken: Untaken): string {
  switch (untaken.kind) {
    case 'task':
      return 'never ran';
    case 'flow':
      return `never went to ${listOf(untaken.leadsTo)}`;
    case 'catch':
      return `never failed over to ${listOf(untaken.leadsTo)}`;
  }
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'the end' : names.join(', ');
}
