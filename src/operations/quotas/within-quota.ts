/** Orders that make a run, or have one go on that was over: given where the tenant has room for it [W7.2]. */
import type { Json } from '../../kernel/index.ts';
import type { EngineAnswer } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';

interface Brought {
  readonly tenant: string;
  /** What the order brings and the store will keep. */
  readonly values: Json;
  /** It has ended before it comes here. */
  readonly isOver?: boolean;
}

/** Throws where there is no room, and then nothing happened. */
export function withinQuota(
  { quotas }: Services,
  { tenant, values, isOver = false }: Brought,
  give: () => Promise<EngineAnswer>,
): Promise<EngineAnswer> {
  if (quotas === undefined) return give();
  const bytes = Buffer.byteLength(JSON.stringify(values));
  return quotas.start(tenant, { runs: isOver ? 0 : 1, bytes }, give, isOneMore);
}

const isOneMore = (answer: EngineAnswer): boolean =>
  answer.kind === 'done' && !answer.repeated && answer.run.endedAt === null;
