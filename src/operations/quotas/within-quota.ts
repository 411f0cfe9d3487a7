/** Orders that make a run, have one go on, or bring something to it: given where there is room for it [W7.2]. */
import type { Json } from '../../kernel/index.ts';
import { type EngineAnswer, sizeApart } from '../../runtime/index.ts';
import type { Principal } from '../contract/principal.ts';
import { findRepeated, type Keyed } from '../contract/repeatable.ts';
import type { Services } from '../contract/services.ts';
import type { RunGrowth } from './quota-keeper.ts';

export interface Brought {
  /** `new` and under way; `over` before it comes here; `reopened`: it was here. */
  readonly run: 'new' | 'over' | 'reopened';
  /** Each is kept by itself, where it is large. */
  readonly values: readonly Json[];
}

const growths: Readonly<Record<Brought['run'], RunGrowth>> = {
  new: { underWay: true, kept: true },
  over: { underWay: false, kept: true },
  reopened: { underWay: true, kept: false },
};

/** Throws where there is no room, and then nothing happened. */
export function withinQuota(
  { quotas }: Services,
  principal: Principal,
  { run, values }: Brought,
  give: () => Promise<EngineAnswer>,
): Promise<EngineAnswer> {
  if (quotas === undefined) return give();
  return quotas.start(principal, growths[run], sizeOf(values), give, growthOf);
}

/** The same for what is brought to a run that is there; what came before under the same key is not brought again. */
export async function bringWithinQuota(
  services: Services,
  principal: Principal,
  { operation, input, value }: Bringing,
  give: () => Promise<EngineAnswer>,
): Promise<EngineAnswer> {
  const { quotas } = services;
  const size = quotas === undefined ? 0 : sizeApart(value);
  if (quotas === undefined || size === 0) return give();
  const isRepeated = (await findRepeated(services, principal, operation, input)) !== undefined;
  return isRepeated ? give() : quotas.bring(principal.tenant, size, give);
}

interface Bringing {
  readonly operation: string;
  readonly input: Keyed;
  readonly value: Json;
}

const sizeOf = (values: readonly Json[]): number =>
  values.reduce<number>((sum, value) => sum + sizeApart(value), 0);

function growthOf(answer: EngineAnswer): RunGrowth {
  const kept = answer.kind === 'done' && !answer.repeated;
  return { kept, underWay: kept && answer.run.endedAt === null };
}
