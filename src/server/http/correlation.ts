/** The correlation id of a request: in its answer, the log, the audit log and the journal [W3.2]. */

import { randomUUID } from 'node:crypto';
import type { HttpRequest } from '../message/http-request.ts';

export const correlationHeader = 'x-correlation-id';

/** The caller's, if it is printable; otherwise a new one. One that looks like credentials is replaced. */
export function correlationOf({ headers }: Pick<HttpRequest, 'headers'>): string {
  const brought = headers.get(correlationHeader) ?? headers.get('x-request-id');
  return brought !== null && /^(?!sbx_|eyJ)[\w.:/+=@-]{1,128}$/.test(brought) ? brought : randomUUID();
}
