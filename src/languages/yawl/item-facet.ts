/** Names of work items in YAWL's form [Y3.7]. */
import { caseIdOf } from '../case-id.ts';
import type { ItemFacet, ItemLike, ItemName, NamedItem } from '../facets.ts';

export const itemFacet: ItemFacet = {
  present: ({ yawlId }: ItemLike & { readonly yawlId?: string }) =>
    yawlId === undefined ? undefined : { name: yawlId },
  nameOf,
  parseName,
};

export function nameOf({ run, lineage, ordinal, task }: NamedItem): string {
  return `${caseIdOf(run, ordinal === 0 ? lineage : [...lineage, ordinal])}:${task}`;
}

/** Numbers in one id. Nets are not nested deeper. */
const maxNumbers = 64;

/**
 * `<case>:<task>` while an item is enabled, `<case>.<n>:<task>` once it is started, with one more number for each net
 * that it is inside of. The id of a run may itself end with numbers: tries every split, the longest run id first.
 */
function parseName(id: string): readonly ItemName[] {
  const colon = id.lastIndexOf(':');
  if (colon < 1) return [];
  const task = id.slice(colon + 1);
  const parts = id.slice(0, colon).split('.');
  const names: ItemName[] = [];
  for (let at = parts.length; at > 0 && parts.length - at <= maxNumbers; at -= 1) {
    const path = parts.slice(at);
    if (!path.every((part) => /^[1-9]\d{0,8}$/.test(part))) break;
    names.push({ run: parts.slice(0, at).join('.'), path: path.map(Number), task });
  }
  return names;
}
