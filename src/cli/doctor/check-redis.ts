/** The Redis server that replicas share, where there is one. */
import { examineReceipts, type Settings } from '../../operations/index.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

export async function checkRedis(settings: Settings): Promise<readonly Finding[]> {
  const report = await examineReceipts(settings);
  if (report === undefined) return [];
  const { place, problem, evicts } = report;
  if (problem !== '') {
    const advice = 'Until it can be used, orders with an idempotency key are refused.';
    return [fail('redis', problem, `${advice} Correct SIGNALBOX_REDIS_URL, or start it.`)];
  }
  if (!evicts) return [ok('redis', `${place} answers.`)];
  const found = `${place} answers, but throws away keys when its memory is full.`;
  return [warn('redis', found, 'What it forgets may be done twice: set its maxmemory-policy to noeviction.')];
}
