/** Performs requests that create a run, continue one, or bring data to it, within the quota [W7.2]. */
import type { Json } from '../../kernel/index.ts';
import { type EngineAnswer, externalizedSize } from '../../runtime/index.ts';
import type { Principal } from '../contract/principal.ts';
import type { RunGrowth } from '../contract/quotas.ts';
import { findRepeatedRun, type Keyed } from '../contract/repeatable.ts';
import type { Services } from '../contract/services.ts';

export interface QuotaRequest {
  /** `new`: active; `over`: already ended when it is created; `reopened`: it existed. */
  readonly run: 'new' | 'over' | 'reopened';
  /** Each is stored separately if it is large. */
  readonly values: readonly Json[];
}

const growths: Readonly<Record<QuotaRequest['run'], RunGrowth>> = {
  new: { underWay: true, kept: true },
  over: { underWay: false, kept: true },
  reopened: { underWay: true, kept: false },
};

/** Throws if a quota is exceeded; then nothing happened. */
export function withinQuota(
  { quotas }: Services,
  principal: Principal,
  { run, values }: QuotaRequest,
  submit: () => Promise<EngineAnswer>,
): Promise<EngineAnswer> {
  if (quotas === undefined) return submit();
  return quotas.start(principal, growths[run], sizeOf(values), submit, growthOf);
}

/** The same for data for an existing run. A repeated key does not count again. */
export async function addWithinQuota(
  services: Services,
  principal: Principal,
  { operation, input, value }: PayloadRequest,
  submit: () => Promise<EngineAnswer>,
): Promise<EngineAnswer> {
  const { quotas } = services;
  const size = quotas === undefined ? 0 : externalizedSize(value);
  if (quotas === undefined || size === 0) return submit();
  const isRepeated = (await findRepeatedRun(services, principal, operation, input)) !== undefined;
  return isRepeated ? submit() : quotas.submitWithPayload(principal.tenant, size, submit);
}

interface PayloadRequest {
  readonly operation: string;
  readonly input: Keyed;
  readonly value: Json;
}

const sizeOf = (values: readonly Json[]): number =>
  values.reduce<number>((sum, value) => sum + externalizedSize(value), 0);

function growthOf(answer: EngineAnswer): RunGrowth {
  const kept = answer.kind === 'done' && !answer.repeated;
  return { kept, underWay: kept && answer.run.endedAt === null };
}
