/** Sends an event to a run and returns the run. */
import type { EngineAnswer, EventInput, SubmitEventRequest } from '../../runtime/index.ts';
import type { Principal } from '../contract/principal.ts';
import { requestHead } from '../contract/request-head.ts';
import type { Services } from '../contract/services.ts';
import { type MovedRun, movedRun, runOf } from './moved-run.ts';

interface RunEventInput {
  readonly run: string;
  readonly idempotencyKey?: string | undefined;
  readonly waitMs?: number | undefined;
}

export async function sendRunEvent(
  services: Services,
  principal: Principal,
  operation: string,
  input: RunEventInput,
  eventInput: EventInput,
  signal: AbortSignal | undefined,
  submit: (request: SubmitEventRequest) => Promise<EngineAnswer> = (request) =>
    services.engine.submitEvent(request),
): Promise<MovedRun> {
  const { run, waitMs } = input;
  const request = { ...requestHead(principal, operation, input), run, eventInput };
  const movedTo = runOf(await submit(request), run);
  return movedRun(services, principal, movedTo, { waitMs, signal });
}
