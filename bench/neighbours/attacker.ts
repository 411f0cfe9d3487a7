/**
 * A separate process: one principal that attacks over several connections without pauses. It prepares the attack, attacks
 * when its parent says so, and reports what it received when its parent says stop.
 */
import { attacks } from '../../test/hostile/attacks.ts';
import { senderOf } from '../../test/hostile/two-tenants.ts';

export interface AttackRequest {
  readonly origin: string;
  readonly name: string;
  readonly connections: number;
}

export interface AttackResult {
  /** Number of responses by status; 0 for a broken connection. */
  readonly statuses: Readonly<Record<number, number>>;
  /** In characters. */
  readonly largest: number;
  /** In milliseconds. */
  readonly slowest: number;
}

const { origin, name, connections } = JSON.parse(process.argv[2] ?? '') as AttackRequest;
const attack = attacks.find((each) => each.name === name);
if (attack === undefined) throw new Error(`Unknown attack: ${name}`);
const send = senderOf(origin, 'attacker', 'mallory');
const statuses: Record<number, number> = {};
let [largest, slowest, next] = [0, 0, 0];

process.on('message', (message) => {
  if (message === 'attack') for (let at = 0; at < connections; at++) void attackOn();
  else process.send?.({ statuses, largest, slowest } satisfies AttackResult);
});
process.on('disconnect', () => process.exit(0));
await attack.prepare?.(send, attack.full);
process.send?.('ready');

async function attackOn(): Promise<never> {
  for (;;) {
    const begun = performance.now();
    const { status, text } = await perform(next++);
    statuses[status] = (statuses[status] ?? 0) + 1;
    largest = Math.max(largest, text.length);
    slowest = Math.max(slowest, performance.now() - begun);
  }
}

const perform = (nth: number) =>
  attack.perform(send, attack.full, nth).catch(() => ({ status: 0, text: '' }));
