/**
 * Finds a work item by its id or by its YAWL id [Y3.7]: `<case>:<task>` while it is enabled, `<case>.<n>:<task>` once
 * it is started, with one more number for each net that it is inside of. After the start, the first form means the
 * started item; if there are several, the item that they came from.
 */
import type { WorkItem } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { onlyInstanceOf } from './instances-of-item.ts';
import { isYawlItem } from './yawl-item.ts';

export async function resolveItem(
  services: Services,
  tenant: string,
  id: string,
): Promise<WorkItem | undefined> {
  const own = await services.store.items.find(tenant, id);
  if (own !== undefined) return own;
  for (const name of interpretations(id)) {
    const found = (await startedItem(services, tenant, name)) ?? (await enabledItem(services, tenant, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

interface YawlName {
  readonly run: string;
  readonly path: readonly number[];
  readonly task: string;
}

/** Numbers in one id. Nets are not nested deeper. */
const maxNumbers = 64;

/** The id of a run may itself end with numbers: tries every split, the longest run id first. */
function interpretations(id: string): readonly YawlName[] {
  const colon = id.lastIndexOf(':');
  if (colon < 1) return [];
  const task = id.slice(colon + 1);
  const parts = id.slice(0, colon).split('.');
  const names: YawlName[] = [];
  for (let at = parts.length; at > 0 && parts.length - at <= maxNumbers; at -= 1) {
    const path = parts.slice(at);
    if (!path.every((part) => /^[1-9]\d{0,8}$/.test(part))) break;
    names.push({ run: parts.slice(0, at).join('.'), path: path.map(Number), task });
  }
  return names;
}

async function startedItem(
  { store }: Services,
  tenant: string,
  { run, path, task }: YawlName,
): Promise<WorkItem | undefined> {
  const ordinal = path.at(-1);
  if (ordinal === undefined) return undefined;
  const query = { run, task, lineage: path.slice(0, -1), ordinal };
  const found = await store.items.search(tenant, query, { limit: pageLength });
  return found.findLast(isYawlItem);
}

async function enabledItem(
  services: Services,
  tenant: string,
  { run, path: lineage, task }: YawlName,
): Promise<WorkItem | undefined> {
  const { store } = services;
  const query = { run, task, lineage };
  const open = { ...query, states: ['offered', 'held'] } as const;
  const under = (await store.items.search(tenant, open, { limit: pageLength })).filter(isYawlItem);
  const whole = under.find(({ group }) => group === 0);
  if (whole !== undefined) return whole;
  const last = await lastOf(services, tenant, { ...query, group: 0 });
  return last?.ending === 'divided' ? ((await onlyInstanceOf(services, last)) ?? last) : last;
}

const pageLength = 500;

async function lastOf(
  { store }: Services,
  tenant: string,
  query: Parameters<Services['store']['items']['search']>[1],
): Promise<WorkItem | undefined> {
  let last: WorkItem | undefined;
  for (;;) {
    const beyond = last === undefined ? {} : { after: last.id, afterCreatedAt: last.createdAt };
    const page = await store.items.search(tenant, query, { limit: pageLength, ...beyond });
    last = page.findLast(isYawlItem) ?? last;
    if (page.length < pageLength) return last;
  }
}
