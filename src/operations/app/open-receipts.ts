/** The receipts that stand in front of those of the store, where the operator wants any. */
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

/** Nothing is connected before it is needed. */
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

/** How the server stands that replicas share; undefined where there is none. */
export async function examineReceipts(settings: ReceiptSettings): Promise<RedisReport | undefined> {
  const address = redisOf(settings);
  return address === undefined ? undefined : examineRedis(address);
}

const redisOf = ({
  receipts,
  redisUrl,
}: Pick<ReceiptSettings, 'receipts' | 'redisUrl'>): RedisAddress | undefined =>
  receipts === 'redis' ? parseRedisAddress(redisUrl) : undefined;

/** What must not be told to anybody. */
export const secretsOfReceipts = ({ redisUrl }: Pick<Settings, 'redisUrl'>): readonly string[] => {
  const password = parseRedisAddress(redisUrl)?.password ?? '';
  return password === '' ? [] : [password, encodeURIComponent(password)];
};
