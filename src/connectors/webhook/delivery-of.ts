/**
 * Decides the state of a delivery from its response: done, to be retried, or given up. The reason names the host and the
 * status, and nothing of the address or the response body.
 */
import { describeDuration } from '../../expression/index.ts';
import type { DeliveryResult } from '../../runtime/index.ts';
import type { Posted } from './post-webhook.ts';

export function deliveryOf(host: string, posted: Posted): DeliveryResult {
  switch (posted.kind) {
    case 'answered':
      return deliveryOfStatus(host, posted);
    case 'blocked':
      return {
        kind: 'failed',
        reason: `Nothing was sent: ${host} has no public address. ${permission}`,
      };
    case 'failed':
      return { kind: 'failed', reason: `${host} could not be reached: ${posted.message}.` };
    case 'timed-out':
      return { kind: 'failed', reason: `${host} did not answer within ${describeDuration(posted.after)}.` };
    case 'aborted':
      return { kind: 'failed', reason: 'The delivery was aborted.' };
  }
}

const permission = 'The operator can allow it with SIGNALBOX_WEBHOOK_ALLOW.';

function deliveryOfStatus(
  host: string,
  { status, after }: Extract<Posted, { kind: 'answered' }>,
): DeliveryResult {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === gone)
    return { kind: 'gone', reason: `${host} answered 410: the receiver ended the subscription.` };
  const answered = `${host} answered ${status}`;
  if (status >= 500 || patient.has(status)) {
    return { kind: 'failed', reason: `${answered}.`, ...(after === undefined ? {} : { after }) };
  }
  if (status >= 300 && status < 400) {
    return { kind: 'refused', reason: `${answered}: redirects are not followed.` };
  }
  return { kind: 'refused', reason: `${answered}.` };
}

const gone = 410;
/** The same delivery may succeed later. */
const patient = new Set([408, 425, 429]);
