/** Tells a run what happened, and gives back how it stands then. */
import type { Happening } from '../../runtime/index.ts';
import { orderHead } from '../contract/order-head.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { type MovedRun, movedRun, runOf } from './moved-run.ts';

interface Told {
  readonly run: string;
  readonly idempotencyKey?: string | undefined;
  readonly waitMs?: number | undefined;
}

export async function tellRun(
  services: Services,
  principal: Principal,
  operation: string,
  input: Told,
  happening: Happening,
  signal: AbortSignal | undefined,
): Promise<MovedRun> {
  const { run, waitMs } = input;
  const order = { ...orderHead(principal, operation, input), run, happening };
  const told = runOf(await services.engine.tell(order), run);
  return movedRun(services, principal, told, { waitMs, signal });
}
