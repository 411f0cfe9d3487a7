/** Checks the Redis server that replicas share, if one is configured. */
import { examineReceipts, type Settings } from '../../operations/index.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

export async function checkRedis(settings: Settings): Promise<readonly Finding[]> {
  const report = await examineReceipts(settings);
  if (report === undefined) return [];
  const { place, problem, evicts } = report;
  if (problem !== '') {
    const advice = 'Until it is available, requests with an idempotency key are refused.';
    return [fail('redis', problem, `${advice} Correct SIGNALBOX_REDIS_URL, or start it.`)];
  }
  if (!evicts) return [ok('redis', `${place} answers.`)];
  const found = `${place} responds, but evicts keys when its memory is full.`;
  return [
    warn(
      'redis',
      found,
      'Set its maxmemory-policy to noeviction: requests whose keys are evicted may run twice.',
    ),
  ];
}
