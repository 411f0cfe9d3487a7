/** Relates an item that was taken as several instances to those instances [Y3.7]. */

import { phrase } from '../../../languages/index.ts';
import { partOf } from '../../../languages/part-of.ts';
import { itemId, type WorkItem } from '../../../runtime/index.ts';
import { OperationError } from '../../contract/operation-error.ts';
import type { Services } from '../../contract/services.ts';
import { workFacetOf } from '../../language-lists/languages.ts';

/** Ids in one error. */
const maxListed = 200;

const open = ['offered', 'held'] as const;

/** The item that an instance came from; `undefined` if it was created without one. */
export async function parentOf(
  { store }: Services,
  { tenant, run, group }: WorkItem,
): Promise<WorkItem | undefined> {
  return group === 0 ? undefined : store.items.find(tenant, itemId(run, group));
}

/** Of one instance: the others. */
export async function siblingsOf({ store }: Services, item: WorkItem): Promise<readonly WorkItem[]> {
  const { tenant, run, group } = item;
  const all = await store.items.search(tenant, { run, group }, { limit: maxListed });
  return all.filter(({ id }) => id !== item.id);
}

/** The instance of an item that was split into exactly one; `undefined` if it has more, or none. */
export async function onlyInstanceOf({ store }: Services, parent: WorkItem): Promise<WorkItem | undefined> {
  const { tenant, run, instance: group } = parent;
  const [first, second] = await store.items.search(tenant, { run, group }, { limit: 2 });
  return second === undefined ? first : undefined;
}

/** Of an item that was split. */
export async function hasInstances(
  { store }: Services,
  { tenant, run, instance: group }: WorkItem,
  which: 'open' | 'done',
): Promise<boolean> {
  const states = which === 'open' ? open : (['completed', 'skipped'] as const);
  return (await store.items.count(tenant, { run, group, states })) > 0;
}

/** An item that was split cannot be used as a whole. The error lists its instances. */
export async function dividedItem({ store }: Services, parent: WorkItem): Promise<OperationError> {
  const { tenant, run, instance: group, id, holder } = parent;
  const instances = await store.items.count(tenant, { run, group });
  const free = await store.items.search(tenant, { run, group, states: ['offered'] }, { limit: maxListed });
  const names = free.slice(0, maxNamed).map((item) => `“${nameOf(item)}”`);
  const more = free.length > names.length ? ` and ${free.length - names.length} more` : '';
  const by = holder === '' ? '' : ` since “${holder}” took it`;
  const ones = instances === 1 ? '1 instance' : `${instances} instances`;
  const there = free.length === 0 ? 'None is available.' : `Available: ${names.join(', ')}${more}.`;
  return new OperationError({
    code: 'work_item_divided',
    message: `The work item “${nameOf(parent)}” is split into ${ones}${by}. ${there}`,
    suggestedAction:
      free.length === 0
        ? phrase`List the open ones with ${{ operation: 'items.list' }}.`
        : 'Take one of these.',
    context: { item: id, instances, offered: free.map((item) => item.id).join(', ') },
  });
}

/** Instances are answered one by one, and do not exist before the item is taken. Throws. */
export function refuseUndivided(item: WorkItem): void {
  const { id, state, group, ordinal, item: declared } = item;
  const isUndivided =
    state === 'offered' && group === 0 && ordinal === 0 && partOf(declared, 'multiple') === true;
  if (!isUndivided) return;
  throw new OperationError({
    code: 'work_item_undivided',
    message: `The work item “${nameOf(item)}” has several instances, which are answered one by one. They do not exist before the item is taken.`,
    suggestedAction: phrase`Take it with ${{ operation: 'items.hold' }}, then complete each instance with ${{ operation: 'items.complete' }}. To skip the whole task, use ${{ operation: 'items.skip' }}.`,
    context: { item: id },
  });
}

const maxNamed = 5;

/** The id that its users know. */
const nameOf = (item: WorkItem): string => workFacetOf(item).nameOf?.(item) ?? item.id;
