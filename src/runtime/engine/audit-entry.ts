/** The audit entry of a command that was requested. */
import type { AuditEntry } from '../ports/audit.ts';
import type { Command } from './command.ts';

export function auditEntryOf(
  { tenant, run }: Command,
  { by, cause }: NonNullable<Command['asked']>,
  id: string,
  at: number,
): AuditEntry {
  const { operation, kind, correlationId, via = '', target = run } = cause;
  const who = { tenant, id, at, subject: by, kind };
  return { ...who, operation, outcome: 'done', code: '', target, correlationId, via, times: 1 };
}
