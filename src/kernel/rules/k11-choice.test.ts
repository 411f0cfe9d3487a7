import { describe, expect, test } from 'vitest';
import { TestNet, type TestNetEvent } from '../../../test/test-net.ts';
import {
  assigns,
  call,
  net,
  offer,
  oneNet,
  pass,
  program,
  read,
  subnet,
  task,
  value,
  variables,
} from '../../testing/net-builder.ts';

const item = { work: offer() };
/** Two offers for one token. */
const rivals = (a: Parameters<typeof task>[3] = {}, b: Parameters<typeof task>[3] = {}) =>
  oneNet([task('a', 'i', 'o', { ...item, ...a }), task('b', 'i', 'o', { ...item, ...b })]);

describe('competing offers', () => {
  test('[K11.1] they are opened in parallel without consuming', () => {
    const testNet = new TestNet(rivals()).start();
    expect(testNet.instancesUnderWay()).toEqual(['a:open', 'b:open']);
    expect(testNet.marked()).toEqual(['i']);
    expect(testNet.state.frames).toMatchObject([{ busy: [] }]);
    expect(testNet.asked('offer').map((effect) => effect.task)).toEqual(['a', 'b']);
    expect(testNet.noted('enabled').map((note) => note.task)).toEqual(['a', 'b']);
    expect(testNet.noted('started')).toEqual([]);
    expect(testNet.state.draws).toBe(0);
  });

  const failure = { code: 'no', message: '' };
  test.each([
    ['hold', { kind: 'itemHeld', by: 'ann' }],
    ['completion', { kind: 'itemCompleted', output: { value: 1 } }],
    ['skip', { kind: 'itemSkipped' }],
    ['force', { kind: 'itemForced' }],
    ['failure', { kind: 'itemFailed', failure }],
    ['delegation', { kind: 'itemDelegated', to: 'bob' }],
    ['expiry', { kind: 'timerFired', timer: 'timeout' }],
  ])('[K11.1] the first %s takes the tokens and the other offer is withdrawn', (_, event) => {
    for (const [taken, other] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      const chain = oneNet([
        task('fork', 'i', ['p', 'q'], { work: pass }),
        task('a', 'p', null, { ...item, catch: { to: null }, timeout: { after: value(10) } }),
        task('b', 'p', null, { ...item, catch: { to: null }, timeout: { after: value(10) } }),
        task('c', 'q', 'o', item),
      ]);
      const testNet = new TestNet(chain).start();
      const withdrawn = testNet.at(other).id;
      testNet.now += 10;
      testNet.send({ instance: testNet.at(taken).id, ...event } as TestNetEvent);
      expect(testNet.marked()).toEqual([]);
      expect(testNet.asked('withdraw').map(({ instance }) => instance)).toContain(withdrawn);
      expect(testNet.instancesUnderWay().some((name) => name.startsWith(other))).toBe(false);
      expect(testNet.noted('cancelled')).toMatchObject([{ task: other }]);
      expect(testNet.noted('started')).toMatchObject([{ task: taken, attempt: 1 }]);
      expect(testNet.refused({ kind: 'itemHeld', instance: withdrawn, by: 'eve' })).toBe('unknown-instance');
    }
  });

  test('[K11.1] an offer that shares no input consumes at once', () => {
    const testNet = new TestNet(oneNet([task('a', 'i', 'o', item)])).start();
    expect(testNet.instancesUnderWay()).toEqual(['a:offered']);
    expect(testNet.marked()).toEqual([]);
    expect(testNet.noted('started')).toHaveLength(1);
  });

  test('[K11.1] one shared input of several makes an offer compete', () => {
    const testNet = new TestNet(
      oneNet([
        task('fork', 'i', ['p', 'q', 'r'], { work: pass }),
        task('a', ['p', 'q'], null, item),
        task('b', ['q', 'r'], null, item),
      ]),
    ).start();
    expect(testNet.instancesUnderWay()).toEqual(['a:open', 'b:open']);
    testNet.hold('a');
    expect(testNet.instancesUnderWay()).toEqual(['a:held']);
    expect(testNet.marked()).toEqual(['r']);
  });

  test('[K11.1] after a release the withdrawn rival stays withdrawn', () => {
    const testNet = new TestNet(rivals()).start().hold('a');
    testNet.send({ kind: 'itemReleased', instance: testNet.at('a').id, by: 'ann' });
    expect(testNet.instancesUnderWay()).toEqual(['a:offered']);
    expect(testNet.marked()).toEqual([]);
  });

  test('[K11.1] a second token keeps the rival open, and opens the taken offer again after its completion', () => {
    const testNet = new TestNet(
      oneNet([
        task('fork', 'i', ['p', 'p'], { work: pass }),
        task('a', 'p', null, item),
        task('b', 'p', null, item),
      ]),
    ).start();
    testNet.hold('a');
    expect(testNet.instancesUnderWay()).toEqual(['a:held', 'b:open']);
    testNet.complete('a');
    expect(testNet.instancesUnderWay()).toEqual(['b:open', 'a:open']);
    testNet.hold('b');
    expect(testNet.instancesUnderWay()).toEqual(['b:held']);
  });

  test('[K11.1] other work consumes the token before offers open', () => {
    const testNet = new TestNet(oneNet([task('a', 'i', 'o', item), task('b', 'i', 'o')])).start();
    expect(testNet.instancesUnderWay()).toEqual(['b:calling']);
    expect(testNet.asked('offer')).toEqual([]);
  });

  test('[K11.1] an offer is withdrawn when its place is emptied, not because its task is in the region', () => {
    const chain = (cancels: { places: string[]; tasks: string[] }) =>
      oneNet([
        task('fork', 'i', ['p', 'q'], { work: pass }),
        task('a', 'p', null, item),
        task('b', 'p', null, item),
        task('c', 'q', 'r', { cancels }),
        task('d', 'r', 'o'),
      ]);
    const emptied = new TestNet(chain({ places: ['p'], tasks: [] })).start().succeed('c');
    expect(emptied.instancesUnderWay()).toEqual(['d:calling']);
    expect(emptied.asked('withdraw')).toHaveLength(2);
    const named = new TestNet(chain({ places: [], tasks: ['a', 'b'] })).start().succeed('c');
    expect(named.instancesUnderWay()).toEqual(['a:open', 'b:open', 'd:calling']);
  });

  test('[K11.1] a taken offer shows its current input', () => {
    const chain = oneNet(
      [task('a', 'i', 'o', { work: offer(read('x')) }), task('b', 'i', 'o', { work: offer(read('x')) })],
      { variables: [{ name: 'x', initial: 'old' }] },
    );
    const testNet = new TestNet(chain).start();
    expect(testNet.asked('offer')).toMatchObject([{ input: { value: 'old' } }, { input: { value: 'old' } }]);
    testNet.send({ kind: 'dataUpdated', set: { x: { value: 'new' } } }).hold('b');
    expect(testNet.asked('offer')).toMatchObject([{ task: 'b', input: { value: 'new' }, holder: 'ann' }]);
    expect(testNet.at('b').input).toEqual({ value: 'new' });
  });

  test('[K11.1] an offer of many is taken by a hold, and the holder receives the first', () => {
    const each = { items: value(['x', 'y']), create: 'static', failures: 'abort' } as const;
    const testNet = new TestNet(rivals({ each })).start();
    const { id } = testNet.at('a');
    expect(testNet.refused({ kind: 'itemCompleted', instance: id, output: { value: 1 } })).toBe(
      'wrong-phase',
    );
    testNet.hold('a');
    expect(testNet.instancesUnderWay()).toEqual(['a:group', 'a:held', 'a:offered']);
    expect(testNet.member('a', 0).holder).toBe('ann');
    expect(testNet.asked('withdraw').map(({ instance }) => instance)).toEqual([id, id + 1]);
  });

  test('[K11.1] while the run is suspended, a token is still taken only once', () => {
    const testNet = new TestNet(rivals()).start().send({ kind: 'suspended' }).hold('a');
    expect(testNet.refused({ kind: 'itemHeld', instance: testNet.at('b').id, by: 'bob' })).toBe(
      'wrong-phase',
    );
    testNet.send({ kind: 'resumed' });
    expect(testNet.instancesUnderWay()).toEqual(['a:held']);
  });
});

/** Exact arithmetic of K11.3, independent of the kernel. */
const draw = (seed: number, n: number): number => {
  const modulus = 2n ** 32n;
  let x = (BigInt(seed) + (BigInt(n) + 1n) * 0x9e3779b9n) % modulus;
  x ^= x >> 16n;
  x = (x * 0x21f0aaadn) % modulus;
  x ^= x >> 15n;
  x = (x * 0x735a2d97n) % modulus;
  x ^= x >> 15n;
  return Number(x) / 2 ** 32;
};
const pick = <T>(seed: number, n: number, among: readonly T[]): T =>
  among[Math.floor(draw(seed, n) * among.length)]!;

const seeds = [0, 1, 2, 3, 42, 1_000_003, 0x7fffffff, 0x80000000, 0xdeadbeef, 0xffffffff];

describe('competing tasks', () => {
  test('[K11.2] the seed chooses one, and the choice is noted', () => {
    const chain = oneNet([task('a', 'i', 'o'), task('b', 'i', 'o'), task('c', 'i', 'o')]);
    const chosen = new Set<string>();
    for (const seed of seeds) {
      const testNet = new TestNet(chain).start({}, seed);
      const name = pick(seed, 0, ['a', 'b', 'c']);
      expect(testNet.noted('chosen')).toEqual([
        { kind: 'chosen', frame: 1, task: name, taken: name, among: ['a', 'b', 'c'] },
      ]);
      expect(testNet.instancesUnderWay()).toEqual([`${name}:calling`]);
      expect(testNet.state.draws).toBe(1);
      chosen.add(name);
    }
    expect(chosen.size).toBe(3);
  });

  test('[K11.2] nets come before other work, in any list order', () => {
    const low = net('low', [task('l', 'i', 'o')]);
    const one = program([
      net('main', [task('a', 'i', 'o'), task('n', 'i', 'o', { work: subnet('low') })]),
      low,
    ]);
    const two = program([
      net('main', [
        task('a', 'i', 'o'),
        task('n', 'i', 'o', { work: subnet('low') }),
        task('b', 'i', 'o'),
        task('m', 'i', 'o', { work: subnet('low') }),
      ]),
      low,
    ]);
    for (const seed of seeds) {
      const single = new TestNet(one).start({}, seed);
      expect(single.instancesUnderWay()).toEqual(['n:nested', 'l:calling']);
      expect(single.noted('chosen')).toEqual([]);
      expect(single.state.draws).toBe(0);
      const among = ['n', 'm'];
      const pair = new TestNet(two).start({}, seed);
      expect(pair.noted('chosen')).toMatchObject([{ task: pick(seed, 0, among), among }]);
    }
  });

  test('[K11.2] rivals are the enabled tasks that share a marked place with the lowest task', () => {
    const chain = oneNet([
      task('fork', 'i', ['p', 'q'], { work: pass }),
      task('a', 'p', null),
      task('b', ['p', 'never'], ['never', 'o']),
      task('c', 'q', null),
      task('d', 'q', null),
    ]);
    for (const seed of seeds) {
      const testNet = new TestNet(chain).start({}, seed);
      expect(testNet.noted('chosen')).toMatchObject([{ task: pick(seed, 0, ['c', 'd']), among: ['c', 'd'] }]);
      expect(testNet.instancesUnderWay()).toContain('a:calling');
    }
  });

  test('[K11.2] a rival that lost fires on the next token, without a choice', () => {
    const chain = oneNet([
      task('fork', 'i', ['p', 'p'], { work: pass }),
      task('a', 'p', null),
      task('b', 'p', null),
    ]);
    for (const seed of seeds) {
      const testNet = new TestNet(chain).start({}, seed);
      expect(testNet.instancesUnderWay().sort()).toEqual(['a:calling', 'b:calling']);
      expect(testNet.noted('chosen')).toHaveLength(1);
      expect(testNet.state.draws).toBe(1);
    }
  });

  test('[K11.2] OR-joins compete only with OR-joins', () => {
    const chain = oneNet([task('a', 'i', 'o', { join: 'or' }), task('b', 'i', 'o', { join: 'or' })]);
    for (const seed of seeds) {
      const testNet = new TestNet(chain).start({}, seed);
      expect(testNet.noted('chosen')).toMatchObject([{ task: pick(seed, 0, ['a', 'b']), among: ['a', 'b'] }]);
    }
    const mixed = oneNet([task('a', 'i', 'o', { join: 'or' }), task('b', 'i', 'o')]);
    const testNet = new TestNet(mixed).start();
    expect(testNet.instancesUnderWay()).toEqual(['b:calling']);
    expect(testNet.state.draws).toBe(0);
  });

  test('[K11.2] the place from which an XOR-join consumes is chosen and noted as well', () => {
    const chain = oneNet([
      task('fork', 'i', ['p', 'q', 'r'], { work: pass }),
      task('a', ['p', 'q', 'r'], 'o', { join: 'xor' }),
    ]);
    for (const seed of seeds) {
      const testNet = new TestNet(chain).start({}, seed);
      const among = ['p', 'q', 'r'];
      const taken = pick(seed, 0, among);
      expect(testNet.noted('chosen')).toEqual([{ kind: 'chosen', frame: 1, task: 'a', taken, among }]);
      expect(testNet.marked()).toEqual(among.filter((place) => place !== taken));
    }
  });
});

describe('draws', () => {
  test('[K11.3] the n-th choice uses the n-th draw, across events', () => {
    const rounds = 12;
    const tasks = Array.from({ length: rounds }, (_, n) => {
      const [from, to] = [n === 0 ? 'i' : `p${n}`, n === rounds - 1 ? 'o' : `p${n + 1}`];
      const work = n % 4 === 3 ? call('wait') : pass;
      return Array.from({ length: 2 + (n % 3) }, (_unused, k) => task(`t${n}.${k}`, from, to, { work }));
    });
    const chain = oneNet(tasks.flat());
    for (const seed of seeds) {
      const testNet = new TestNet(chain).start({}, seed);
      const chosen = testNet.noted('chosen').map((note) => note.task);
      while (testNet.state.status === 'running') {
        testNet.succeed(testNet.nameOf(testNet.state.instances[0]!));
        chosen.push(...testNet.noted('chosen').map((note) => note.task));
      }
      expect(chosen).toEqual(tasks.map((round, n) => pick(seed, n, round).id));
      expect(testNet.state.draws).toBe(rounds);
    }
  });

  test('[K11.3] the value u shows in the jitter of a retry', () => {
    const retry = { limit: 5, delay: 1e9, backoff: 'fixed', jitter: 1 } as const;
    for (const seed of seeds) {
      const testNet = new TestNet(oneNet([task('a', 'i', 'o', { retry })])).start({}, seed);
      for (let n = 0; n < 5; n++) {
        const { now } = testNet;
        testNet.fail('a');
        expect(testNet.at('a').due).toBe(now + Math.round(1e9 * (1 - draw(seed, n))));
        testNet.fire('a', 'retry');
      }
    }
  });

  test('[K11.3] nothing is drawn without a choice', () => {
    const retry = { limit: 1, delay: 10, backoff: 'fixed' } as const;
    const testNet = new TestNet(
      oneNet(
        [
          task('a', 'i', ['p', 'q'], { retry, outputs: assigns({ x: value(1) }) }),
          task('b', ['p', 'q'], 'r', { join: 'and', work: pass }),
          task('c', 'r', 'o', { join: 'xor' }),
        ],
        { variables: variables('x') },
      ),
    ).start();
    testNet.fail('a').fire('a', 'retry').succeed('a').succeed('c');
    expect(testNet.state).toMatchObject({ status: 'completed', draws: 0 });
  });
});
