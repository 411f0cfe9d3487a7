/** Opens the shared receipts that are checked before those of the store, if configured. */
import {
  type Clock,
  createMemorySharedReceipts,
  createRedisReceipts,
  examineRedis,
  parseRedisAddress,
  type RedisAddress,
  type RedisReport,
  type SharedReceipts,
  type Store,
} from '../../runtime/index.ts';
import type { Settings } from '../settings/settings-table.ts';
import type { Report } from './incident-log.ts';

type ReceiptSettings = Pick<Settings, 'receipts' | 'redisUrl' | 'redisPrefix' | 'receiptLife'>;

export interface ReceiptDependencies {
  readonly store: Pick<Store, 'receipts' | 'journals'>;
  readonly clock: Clock;
  readonly report: Report;
}

/** Connects on first use. */
export async function openReceipts(
  { receipts, redisUrl, redisPrefix: prefix, receiptLife: life }: ReceiptSettings,
  { store, clock, report }: ReceiptDependencies,
): Promise<SharedReceipts | undefined> {
  if (receipts === 'sqlite') return undefined;
  const identity = await store.journals.identity();
  const address = redisOf({ receipts, redisUrl });
  if (address === undefined) return createMemorySharedReceipts({ clock, identity, life });
  return createRedisReceipts({ address, prefix, identity, life, clock, own: store.receipts, report });
}

/** State of the server that replicas share; `undefined` if there is none. */
export async function examineReceipts(settings: ReceiptSettings): Promise<RedisReport | undefined> {
  const address = redisOf(settings);
  return address === undefined ? undefined : examineRedis(address);
}

const redisOf = ({
  receipts,
  redisUrl,
}: Pick<ReceiptSettings, 'receipts' | 'redisUrl'>): RedisAddress | undefined =>
  receipts === 'redis' ? parseRedisAddress(redisUrl) : undefined;

/** Secrets to redact. */
export const secretsOfReceipts = ({ redisUrl }: Pick<Settings, 'redisUrl'>): readonly string[] => {
  const password = parseRedisAddress(redisUrl)?.password ?? '';
  return password === '' ? [] : [password, encodeURIComponent(password)];
};
