/** Ways that no run has gone, in words. */
import type { Untaken } from '../runtime/index.ts';

/**
 * What follows from another is not told: where a task never ran, nothing is said of the way that would have led there
 * alone.
 * @param home the net that needs no mention
 */
export function describeUntaken(untaken: readonly Untaken[], home: string): readonly string[] {
  return untaken.map((each) => {
    const where = each.net === home || each.net.startsWith(`${home}/`) ? '' : `${each.net}: `;
    return `${where}${each.task} ${describe(each)}`;
  });
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
