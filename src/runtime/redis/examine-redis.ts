/** Checks whether a Redis server can be used, for an operator. Writes nothing. */
import { SharedReceiptsError } from '../ports/shared-receipts.ts';
import { describeAddress, type RedisAddress } from './redis-address.ts';
import { RedisConnection } from './redis-connection.ts';

export interface RedisReport {
  /** Its address, without credentials. */
  readonly place: string;
  /** What is wrong; empty if nothing is. */
  readonly problem: string;
  /** It evicts needed keys when its memory is full. */
  readonly evicts: boolean;
}

export async function examineRedis(address: RedisAddress): Promise<RedisReport> {
  const connection = new RedisConnection({ address, onReady: () => undefined, report: () => undefined });
  const place = describeAddress(address);
  try {
    await connection.ask((redis) => redis.ping());
    // Some servers do not answer INFO.
    const about = await connection.ask((redis) => redis.info('memory')).catch(() => '');
    const [, policy = 'noeviction'] = /^maxmemory_policy:(\S+)/m.exec(about) ?? [];
    const isBounded = !/^maxmemory:0\b/m.test(about);
    return { place, problem: '', evicts: isBounded && policy !== 'noeviction' };
  } catch (error) {
    if (!(error instanceof SharedReceiptsError)) throw error;
    return { place, problem: error.message, evicts: false };
  } finally {
    await connection.close();
  }
}
