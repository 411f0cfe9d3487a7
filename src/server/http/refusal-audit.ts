/**
 * Reports requests that were refused before they reached an operation to the audit log. Aggregates them, because
 * anyone can send many.
 */
import { type Principal, shortText } from '../../operations/index.ts';
import { appPrincipal } from '../auth/app-principal.ts';
import type { Signalbox } from '../local/signalbox.ts';
import type { EndedRequest } from './contract/http-options.ts';

export interface RefusalAudit {
  note(ended: EndedRequest): void;
  /** Writes the rest. */
  close(): Promise<void>;
}

interface PendingRefusals {
  readonly tenant: string;
  readonly subject: string;
  readonly kind: Principal['kind'] | 'unknown';
  readonly operation: string;
  readonly code: string;
  readonly correlationId: string;
  times: number;
}

/** Interval between two reports, in milliseconds. */
const flushDelay = 1_000;
/** Maximum number of different entries until then; beyond it only their number would matter. */
const maxPending = 1_000;
/** Limit for a text: the name of a service may be longer than the audit log accepts. */
const maxTextLength = 600;

export function createRefusalAudit(
  call: Signalbox['call'],
  report: (line: string, error: unknown) => void,
): RefusalAudit {
  let pending = new Map<string, PendingRefusals>();
  let timer: NodeJS.Timeout | undefined;
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const entries = [...pending.values()];
    pending = new Map();
    if (entries.length === 0) return;
    await call(appPrincipal, 'audit.note', { entries }).catch((error: unknown) =>
      report('Could not write refused requests to the audit log.', error),
    );
  };
  return {
    note({ principal, method, route, code, correlationId, operation, isRefusedHere }) {
      if (!isRefusedHere || code === null || !refusals.has(code)) return;
      const asked = shortText(operation === '' ? `${method} ${route}` : operation, maxTextLength);
      const { tenant = '', kind = 'unknown' } = principal ?? {};
      const subject = shortText(principal?.subject ?? '', maxTextLength);
      const key = JSON.stringify([tenant, subject, asked, code]);
      const known = pending.get(key);
      if (known !== undefined) known.times++;
      else if (pending.size < maxPending) {
        pending.set(key, { tenant, subject, kind, operation: asked, code, correlationId, times: 1 });
      }
      timer ??= setTimeout(() => void flush(), flushDelay);
      timer.unref();
    },
    close: flush,
  };
}

/** Only refusals about the caller; malformed requests are in the log. */
const refusals: ReadonlySet<string> = new Set([
  'unauthenticated',
  'invalid_token',
  'missing_scope',
  'precondition_failed',
  'rate_limited',
  'too_many_streams',
  'plain_http',
  'foreign_host',
  'foreign_origin',
  'foreign_proxy',
  'forwarded',
]);
