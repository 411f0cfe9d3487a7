/** Tells a run what happened, and gives back how it stands then. */
import type { EngineAnswer, Happening, TellOrder } from '../../runtime/index.ts';
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
  give: (order: TellOrder) => Promise<EngineAnswer> = (order) => services.engine.tell(order),
): Promise<MovedRun> {
  const { run, waitMs } = input;
  const order = { ...orderHead(principal, operation, input), run, happening };
  const told = runOf(await give(order), run);
  return movedRun(services, principal, told, { waitMs, signal });
}
