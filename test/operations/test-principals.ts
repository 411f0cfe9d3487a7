/** Principals with different rights, and how they are refused. */
import { OperationError } from '../../src/operations/contract/operation-error.ts';
import type { Principal, Scope } from '../../src/operations/contract/principal.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { delegateItem } from '../../src/operations/items/delegate-item.ts';
import { failItem } from '../../src/operations/items/fail-item.ts';
import { holdItem } from '../../src/operations/items/hold-item.ts';
import { listItems } from '../../src/operations/items/list-items.ts';
import { releaseItem } from '../../src/operations/items/release-item.ts';
import { renewItem } from '../../src/operations/items/renew-item.ts';
import { skipItem } from '../../src/operations/items/skip-item.ts';
import type { OperationsHarness } from './operations-harness.ts';

/** Scopes to answer work items without reading runs. */
export const itemScopes: readonly Scope[] = ['workitems:manage'];
/** All scopes except admin. */
export const defaultScopes: readonly Scope[] = [
  ...itemScopes,
  'workflows:query',
  'workflows:launch',
  'workflows:author',
  'specs:read',
];

export const principalNamed = (subject: string, more: Partial<Principal> = {}): Principal => ({
  subject,
  tenant: 'acme',
  scopes: new Set(defaultScopes),
  roles: [],
  kind: 'person',
  ...more,
});

export const operator: Principal = principalNamed('op', { scopes: new Set([...defaultScopes, 'admin']) });

export const errorCodeOf = (error: unknown): string =>
  error instanceof OperationError ? error.details.code : 'fault';

/** The input of each operation on an item. */
const inputsOf = (item: string): readonly (readonly [operation: string, input: object])[] => [
  [holdItem.name, { item }],
  [renewItem.name, { item }],
  [releaseItem.name, { item }],
  [completeItem.name, { item, output: { ok: true } }],
  [failItem.name, { item, message: 'No.' }],
  [skipItem.name, { item }],
  [delegateItem.name, { item, to: 'bob' }],
];

/** The error code of each operation on an item for a principal; `done` if it is allowed. */
export async function refusals(
  harness: OperationsHarness,
  item: string,
  by: Principal,
): Promise<ReadonlySet<string>> {
  const codes = new Set<string>();
  for (const [operation, input] of inputsOf(item)) {
    codes.add(await harness.call(by, operation, input).then(() => 'done', errorCodeOf));
  }
  return codes;
}

export const listed = async (
  harness: OperationsHarness,
  by: Principal,
  filters: object = {},
): Promise<readonly string[]> =>
  (await harness.perform(listItems, filters, by)).items.map(({ item }) => item);

/** The first open item of a run, once there is one. */
export async function firstItem(harness: OperationsHarness, run: string): Promise<string> {
  await harness.until(run, ({ items, approvals }) => items + approvals > 0);
  return (await listed(harness, operator, { run }))[0] ?? '';
}
