/**
 * What became of a delivery, by what its receiver did: done, to be tried again, or given up. The reason tells the host and
 * the status, and nothing that stands in the address or in the answer.
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
        reason: `Nothing was sent: ${host} leads to no public address. ${permission}`,
      };
    case 'failed':
      return { kind: 'failed', reason: `${host} could not be told: ${posted.message}.` };
    case 'timed-out':
      return { kind: 'failed', reason: `${host} did not answer within ${describeDuration(posted.after)}.` };
    case 'aborted':
      return { kind: 'failed', reason: 'It was broken off.' };
  }
}

const permission = 'The operator can allow it with SIGNALBOX_WEBHOOK_ALLOW.';

function deliveryOfStatus(
  host: string,
  { status, after }: Extract<Posted, { kind: 'answered' }>,
): DeliveryResult {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === gone) return { kind: 'gone', reason: `${host} answered 410: it wants no more of this.` };
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
/** The same may be taken later. */
const patient = new Set([408, 425, 429]);
