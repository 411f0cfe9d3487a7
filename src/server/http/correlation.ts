/** The one id of a request, in its answer, the log, the audit and the journal [W3.2]. */
import { randomUUID } from 'node:crypto';

export const correlationHeader = 'x-correlation-id';

/** Of the caller, where it brings one that can be written anywhere; else a new one. What looks like credentials is none. */
export function correlationOf({ headers }: Pick<Request, 'headers'>): string {
  const brought = headers.get(correlationHeader) ?? headers.get('x-request-id');
  return brought !== null && /^(?!sbx_|eyJ)[\w.:/+=@-]{1,128}$/.test(brought) ? brought : randomUUID();
}
