/** Writes the body of a delivery. */
import type { Json, Payload } from '../../kernel/index.ts';
import { type Message, type Store, StoreError } from '../../runtime/index.ts';
import { isoTime } from '../contract/iso-time.ts';
import { cachedPayloads } from '../contract/payloads-of.ts';
import { sizeOfPayload } from '../contract/size-of-payload.ts';
import { type Announced, maxAnnouncedBytes } from './announce-run.ts';

export async function deliveryBody(store: Store, message: Message, pollingUrl: string): Promise<string> {
  // Only `announceRun` writes it.
  const announced = JSON.parse(message.body) as Announced;
  const { seq, at, workflow, version, failure, reopened, item } = announced;
  const outcome =
    message.event === 'case_completed'
      ? await readOutcome(store, message.tenant, announced.output, pollingUrl)
      : { outcome: null };
  return JSON.stringify({
    event_type: message.event,
    case_id: message.run,
    ...outcome,
    timestamp: isoTime(at),
    spec_id: workflow,
    specification: workflow,
    version,
    subscription_id: message.target,
    delivery_id: message.id,
    sequence: seq,
    ...(reopened === true ? { reopened } : {}),
    ...(message.event === 'case_failed'
      ? { reason: failure?.code ?? 'failed', failure: failure ?? null }
      : {}),
    ...(message.event === 'case_cancelled' ? { reason: 'cancelled' } : {}),
    ...(item === undefined
      ? {}
      : { workitem_id: item.id, task_name: item.task, workitem_reason: item.reason }),
  });
}

interface Outcome {
  readonly outcome: Json;
  readonly outcome_left_out?: string;
}

async function readOutcome(
  store: Store,
  tenant: string,
  output: Payload | undefined,
  pollingUrl: string,
): Promise<Outcome> {
  const tooLarge = `It has more than ${maxAnnouncedBytes / 1_024} KiB. Read it with cases_status, or at ${pollingUrl}`;
  if (output === undefined || sizeOfPayload(output) > maxAnnouncedBytes) return leftOut(tooLarge);
  try {
    const outcome = await cachedPayloads(store).resolvePayload(tenant, output);
    return Buffer.byteLength(JSON.stringify(outcome)) > maxAnnouncedBytes ? leftOut(tooLarge) : { outcome };
  } catch (error) {
    if (error instanceof StoreError) throw error;
    // A large value is removed with its run.
    return leftOut('It was removed together with the case before this could be delivered.');
  }
}

const leftOut = (why: string): Outcome => ({ outcome: null, outcome_left_out: why });
