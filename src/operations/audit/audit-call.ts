/** Writes the audit entries of a call: one for each change and one for each refusal [W2.4]. */
import type { AuditEntry } from '../../runtime/index.ts';
import type { AnyOperation } from '../contract/create-registry.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import { namesInPath, type RestRoute } from '../contract/rest-route.ts';
import type { Services } from '../contract/services.ts';
import type { AuditedAction } from '../infrastructure/audit-log.ts';

/** The entry that an operation writes together with its change; none if there is no audit log. */
export function auditEntriesOf(
  { audit }: Services,
  principal: Principal,
  operation: string,
  target: string,
): readonly AuditEntry[] {
  return audit === undefined ? [] : [audit.entryOf(actionOf(principal, operation, target))];
}

/** For an operation that cannot write its entry together with its change. */
export async function auditDone(
  { audit }: Services,
  principal: Principal,
  operation: AnyOperation,
  input: unknown,
  output: unknown,
): Promise<void> {
  const target = operation.writes ? (operation.targetOf?.(input, output) ?? null) : null;
  if (target !== null) await audit?.done(actionOf(principal, operation.name, target));
}

export function auditRefused(
  { audit }: Services,
  principal: Principal,
  operation: AnyOperation,
  input: unknown,
  error: unknown,
): void {
  const { rest, writes, name } = operation;
  if (audit === undefined || rest === undefined) return;
  const { code, category } =
    error instanceof OperationError
      ? error.details
      : ({ code: 'internal_error', category: 'internal' } as const);
  if (!writes && category !== 'permission' && category !== 'limit') return;
  audit.refused({ ...actionOf(principal, name, targetOf(rest, input)), code });
}

const actionOf = (principal: Principal, operation: string, target: string): AuditedAction => {
  const { tenant, subject, kind, correlationId = '', via = '' } = principal;
  return { tenant, subject, kind, operation, target, correlationId, via };
};

/** Fields that name a target which is not in the path of a route. */
const targets = ['subscription', 'run', 'path', 'name', 'workflow', 'spec_id'];

/** The target, as far as the input names it. */
function targetOf({ path }: RestRoute, input: unknown): string {
  if (typeof input !== 'object' || input === null) return '';
  for (const field of [...namesInPath(path), ...targets]) {
    const value: unknown = Object.hasOwn(input, field) ? Reflect.get(input, field) : undefined;
    if (typeof value === 'string') return value;
  }
  return '';
}
