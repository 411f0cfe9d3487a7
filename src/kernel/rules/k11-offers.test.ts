import { describe, expect, test } from 'vitest';
import { TestNet, type TestNetEvent } from '../../../test/test-net.ts';
import { assigns, flow, offer, oneNet, pass, read, task, undo, value } from '../../testing/net-builder.ts';
import { expr } from '../../testing/stand-ins/sample-evaluator.ts';
import type { Json, OfferWork, RejectionCode, Task } from '../index.ts';

const failure = { code: 'no', message: '' };
const retry = { limit: 3, delay: 10, backoff: 'fixed' } as const;

/** One offer that waits for its hold; its output goes to `out`, its failure to `caught`. */
const waiting = (work: Partial<OfferWork>, options: Partial<Task> = {}) =>
  oneNet(
    [
      task('a', 'i', 'p', {
        work: offer(undefined, { takes: 'hold', ...work }),
        outputs: assigns({ out: read('$output') }),
        catch: { to: 'c', as: 'caught' },
        retry,
        ...options,
      }),
      task('b', 'p', 'o'),
      task('mend', 'c', 'o'),
    ],
    {
      variables: [
        { name: 'x', initial: 1 },
        { name: 'shown', initial: 'preview' },
        { name: 'out' },
        { name: 'caught' },
      ],
    },
  );
const set = (testNet: TestNet, values: { readonly [name: string]: Json }) =>
  testNet.send({
    kind: 'dataUpdated',
    set: Object.fromEntries(Object.entries(values).map(([name, json]) => [name, { value: json }])),
  });
const codeIn = (testNet: TestNet): string | undefined =>
  (testNet.variable('caught') as { code: string } | undefined)?.code;

describe('an offer that waits for its hold', () => {
  test('[K11.1] it leaves its tokens in place, even without competitors', () => {
    const testNet = new TestNet(waiting({})).start();
    expect([testNet.instancesUnderWay(), testNet.marked()]).toEqual([['a:open'], ['i']]);
    expect(testNet.state.frames).toMatchObject([{ busy: [] }]);
    expect(testNet.noted('enabled')).toMatchObject([{ task: 'a' }]);
    expect(testNet.noted('started')).toEqual([]);
    testNet.hold('a');
    expect([testNet.instancesUnderWay(), testNet.marked()]).toEqual([['a:held'], []]);
    expect(testNet.noted('started')).toMatchObject([{ task: 'a', attempt: 1 }]);
    expect(testNet.asked('offer')).toMatchObject([{ task: 'a', holder: 'ann' }]);
    expect(testNet.complete('a', 'done', 'ann').variable('out')).toBe('done');
  });

  test('[K11.1] `takes: offer` is the default', () => {
    const said = new TestNet(waiting({ takes: 'offer' })).start();
    expect([said.instancesUnderWay(), said.marked()]).toEqual([['a:offered'], []]);
  });

  test('[K11.1] it is withdrawn when its tokens disappear, and offered again when others arrive', () => {
    const made = oneNet([
      task('fork', 'i', ['p', 'q'], { work: pass }),
      task('a', 'p', null, { work: offer(undefined, { takes: 'hold' }) }),
      task('take', 'q', 'r', { cancels: { places: ['p'], tasks: [] } }),
      task('put', 'r', ['p', 's']),
      task('end', 's', 'o'),
    ]);
    const testNet = new TestNet(made).start();
    const { id } = testNet.at('a');
    testNet.succeed('take');
    expect(testNet.asked('withdraw')).toEqual([{ kind: 'withdraw', instance: id }]);
    expect(testNet.refused({ kind: 'itemHeld', instance: id, by: 'ann' })).toBe('unknown-instance');
    expect(testNet.succeed('put').instancesUnderWay()).toEqual(['end:calling', 'a:open']);
    expect(testNet.at('a').id).not.toBe(id);
  });

  test('[K11.1] it waits with one token for each firing, one after the other', () => {
    const made = oneNet([
      task('fork', 'i', ['p', 'p'], { work: pass }),
      task('a', 'p', null, { work: offer(undefined, { takes: 'hold' }) }),
    ]);
    const testNet = new TestNet(made).start().hold('a');
    expect([testNet.instancesUnderWay(), testNet.marked()]).toEqual([['a:held'], ['p']]);
    testNet.complete('a', null, 'ann');
    expect([testNet.instancesUnderWay(), testNet.marked()]).toEqual([['a:open'], ['p']]);
    expect(testNet.complete('a').state.status).toBe('completed');
  });

  test('[K11.1][K3.4] it joins like any task: an OR-join is offered when no more tokens can arrive', () => {
    const made = oneNet([
      task('fork', 'i', ['p', 'q'], { work: pass }),
      task('b', 'q', 'r', { split: 'xor', flows: [flow('r', read('$output')), flow(null)] }),
      task('a', ['p', 'r'], 'o', { join: 'or', work: offer(undefined, { takes: 'hold' }) }),
    ]);
    const testNet = new TestNet(made).start();
    expect(testNet.instancesUnderWay()).toEqual(['b:calling']);
    expect(testNet.succeed('b', true).instancesUnderWay()).toEqual(['a:open']);
    expect(testNet.hold('a').marked()).toEqual([]);
  });

  test('[K11.1] of many: the hold creates the instances, and the first is held', () => {
    const each = { items: value(['x', 'y']), create: 'static', failures: 'abort' } as const;
    const testNet = new TestNet(waiting({ input: read('$item'), enabling: read('shown') }, { each })).start();
    expect([testNet.instancesUnderWay(), testNet.asked('offer')]).toMatchObject([
      ['a:open'],
      [{ input: { value: 'preview' }, group: 0 }],
    ]);
    const group = testNet.at('a').id;
    testNet.hold('a');
    expect(testNet.instancesUnderWay()).toEqual(['a:group', 'a:held', 'a:offered']);
    expect(testNet.asked('offer')).toMatchObject([
      { input: { value: 'x' }, holder: 'ann', group },
      { input: { value: 'y' }, holder: '', group },
    ]);
    const bare = new TestNet(waiting({ input: read('$item') }, { each })).start();
    expect(bare.asked('offer')).toMatchObject([{ input: { value: null } }]);
  });

  test.each<[string, object, RejectionCode]>([
    ['too few', { items: value(['x']), min: 2 }, 'too-few-instances'],
    ['too many', { items: value(['x', 'y', 'z']), max: 2 }, 'too-many-instances'],
    ['no list', { items: value('x') }, 'expression'],
    ['an instance that cannot be shown', { items: value([1, null]) }, 'expression'],
  ])('[K2.2] of many: %s refuse the hold, and the offer stays open', (_, bounds, code) => {
    const each = { create: 'static', failures: 'abort', ...bounds } as const;
    const testNet = new TestNet(
      waiting({ input: expr(['add', ['get', '$item'], ['lit', 1]]) }, { each }),
    ).start();
    const before = testNet.state;
    expect(testNet.refused({ kind: 'itemHeld', instance: testNet.at('a').id, by: 'ann' })).toBe(code);
    expect([testNet.state, testNet.instancesUnderWay()]).toEqual([before, ['a:open']]);
  });
});

describe('the input that an open offer shows', () => {
  test('[K11.1] an input that cannot be computed when the offer is taken stays as shown', () => {
    const input = expr(['add', ['get', 'x'], ['lit', 1]]);
    const ends = { unfinished: read('$input'), input, enabling: read('shown') };
    const testNet = new TestNet(waiting(ends)).start();
    testNet.send({ kind: 'dataUpdated', set: { x: { value: 'no number' } } });
    expect(testNet.send({ kind: 'itemForced', instance: 2 }).variable('out')).toBe('preview');
  });

  const work = { input: read('x'), enabling: read('shown') };

  test('[K11.1] it shows `enabling`, and after the hold its input', () => {
    const testNet = new TestNet(waiting(work)).start();
    expect(testNet.asked('offer')).toMatchObject([{ input: { value: 'preview' } }]);
    testNet.hold('a');
    expect(testNet.asked('offer')).toMatchObject([{ input: { value: 1 } }]);
    expect(testNet.at('a').input).toEqual({ value: 1 });
  });

  test('[K11.1] it shows its input if there is no `enabling`, and nothing without both', () => {
    expect(new TestNet(waiting({ input: read('x') })).start().asked('offer')).toMatchObject([
      { input: { value: 1 } },
    ]);
    expect(new TestNet(waiting({})).start().asked('offer')).toMatchObject([{ input: { value: null } }]);
  });

  test('[K11.1] an offer that consumes at once never shows `enabling`', () => {
    const testNet = new TestNet(waiting({ ...work, takes: 'offer' })).start();
    expect(testNet.asked('offer')).toMatchObject([{ input: { value: 1 } }]);
  });

  test('[K11.1] rivals show their `enabling`, too', () => {
    const made = oneNet([
      task('a', 'i', 'o', { work: offer(value('in'), { enabling: value('before') }) }),
      task('b', 'i', 'o', { work: offer(value('other')) }),
    ]);
    const testNet = new TestNet(made).start();
    expect(testNet.asked('offer')).toMatchObject([
      { input: { value: 'before' } },
      { input: { value: 'other' } },
    ]);
    expect(testNet.hold('a').asked('offer')).toMatchObject([{ input: { value: 'in' } }]);
  });

  const seen = { outputs: assigns({ out: read('$input') }) };
  test.each<[string, object, Json]>([
    ['hold', { kind: 'itemHeld', by: 'ann' }, 2],
    ['delegation', { kind: 'itemDelegated', to: 'bob' }, 2],
    ['completion', { kind: 'itemCompleted', output: { value: 0 } }, 2],
    ['skip', { kind: 'itemSkipped', output: { value: 0 } }, 2],
    ['force', { kind: 'itemForced', output: { value: 0 } }, 2],
  ])('[K11.1] a %s uses the matching input', (_, event, input) => {
    const testNet = set(new TestNet(waiting(work, seen)).start(), { x: 2, shown: 'other' });
    testNet.send({ instance: testNet.at('a').id, ...event } as TestNetEvent);
    if (testNet.instancesUnderWay()[0] === 'a:held') testNet.complete('a', 0);
    expect(testNet.variable('out')).toBe(input);
  });

  test('[K11.1] a failed offer is opened again with its input', () => {
    const testNet = new TestNet(waiting(work)).start();
    testNet.send({ kind: 'itemFailed', instance: testNet.at('a').id, failure });
    expect(testNet.at('a')).toMatchObject({ phase: 'backoff', input: { value: 'preview' } });
    expect(testNet.fire('a', 'retry').asked('offer')).toMatchObject([{ input: { value: 1 } }]);
    expect(testNet.at('a').phase).toBe('offered');
  });
});

describe('an error in the input when an offer is taken', () => {
  /** Valid while `x` is a number. */
  const input = expr(['add', ['get', 'x'], ['lit', 1]]);
  const enabling = read('shown');

  test.each<[string, object]>([
    ['hold', { kind: 'itemHeld', by: 'ann' }],
    ['delegation', { kind: 'itemDelegated', to: 'bob' }],
    ['completion', { kind: 'itemCompleted', output: { value: 0 } }],
  ])('[K2.2][K11.1] it rejects a %s: the item stays open, its token stays free', (_, event) => {
    const testNet = set(new TestNet(waiting({ input, enabling })).start(), { x: 'no number' });
    const { id } = testNet.at('a');
    const before = JSON.stringify(testNet.state);
    expect(testNet.refused({ instance: id, ...event } as TestNetEvent)).toBe('expression');
    expect(JSON.stringify(testNet.state)).toBe(before);
    expect([testNet.instancesUnderWay(), testNet.marked()]).toEqual([['a:open'], ['i']]);
    set(testNet, { x: 4 }).send({ instance: id, ...event } as TestNetEvent);
    expect(testNet.marked()).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['skip', { kind: 'itemSkipped' }, 'b:calling'],
    ['force', { kind: 'itemForced' }, 'b:calling'],
    ['failure', { kind: 'itemFailed', failure: { ...failure, retryable: false } }, 'mend:calling'],
    ['expiry', { kind: 'timerFired', timer: 'timeout' }, 'mend:calling'],
  ])('[K2.2][K11.1] it does not prevent a %s', (_, event, next) => {
    const made = waiting({ input, enabling }, { timeout: { after: value(50) } });
    const testNet = set(new TestNet(made).start(), { x: 'no number' });
    testNet.now += 50;
    testNet.send({ instance: testNet.at('a').id, ...event } as TestNetEvent);
    expect(testNet.instancesUnderWay()).toEqual([next]);
  });

  test('[K2.2] an error in the timeout from the hold rejects the hold of an open or offered item', () => {
    for (const takes of ['offer', 'hold'] as const) {
      const made = waiting({ takes }, { timeout: { after: read('x'), from: 'hold' } });
      const testNet = set(new TestNet(made).start(), { x: 'soon' });
      const { id, phase } = testNet.at('a');
      expect(testNet.refused({ kind: 'itemHeld', instance: id, by: 'ann' })).toBe('expression');
      expect(testNet.refused({ kind: 'itemDelegated', instance: id, to: 'bob' })).toBe('expression');
      expect(testNet.at('a')).toMatchObject({ phase, holder: '' });
      set(testNet, { x: 10 }).hold('a');
      expect(testNet.at('a')).toMatchObject({ phase: 'held', deadline: testNet.now + 10 });
    }
  });

  test('[K2.2] a delegation of a held item evaluates nothing', () => {
    const testNet = new TestNet(waiting({ input })).start().hold('a');
    set(testNet, { x: 'no number' }).send({ kind: 'itemDelegated', instance: testNet.at('a').id, to: 'bob' });
    expect(testNet.at('a')).toMatchObject({ holder: 'bob', input: { value: 2 } });
  });

  test('[K11.1] an error when the offer opens makes the task fire at once, and fail', () => {
    const testNet = new TestNet(waiting({ input: expr(['throw', 'no']) })).start();
    expect([codeIn(testNet), testNet.instancesUnderWay()]).toEqual(['expression', ['mend:calling']]);
  });
});

describe('the output of unfinished work', () => {
  const unfinished = expr(['list', ['get', '$input'], ['lit', 'unfinished']]);
  const work = { input: read('x'), enabling: read('shown'), unfinished };
  const expiring = { timeout: { after: value(50), onExpiry: 'finish' } } as const;

  test.each<[string, object]>([
    ['skipped', { kind: 'itemSkipped' }],
    ['forced', { kind: 'itemForced' }],
    ['expired', { kind: 'timerFired', timer: 'timeout' }],
  ])(
    '[K7.5][K11.1] an item that is %s without an output gets it from its input, regardless of what it has shown',
    (_, event) => {
      for (const [takes, held] of [
        ['offer', false],
        ['offer', true],
        ['hold', false],
        ['hold', true],
      ] as const) {
        const testNet = new TestNet(waiting({ ...work, takes }, expiring)).start();
        if (held) testNet.hold('a');
        testNet.now += 50;
        testNet.send({ instance: testNet.at('a').id, ...event } as TestNetEvent);
        expect(testNet.variable('out')).toEqual([1, 'unfinished']);
        expect(testNet.instancesUnderWay()).toEqual(['b:calling']);
      }
    },
  );

  test('[K7.5] it is not evaluated if an output is passed, or if the work was completed', () => {
    const lost = { ...work, unfinished: expr(['throw', 'lost']) };
    const output = { value: 'own' };
    for (const kind of ['itemSkipped', 'itemForced', 'itemCompleted'] as const) {
      const testNet = new TestNet(waiting(lost)).start();
      expect(testNet.send({ kind, instance: testNet.at('a').id, output }).variable('out')).toBe('own');
    }
  });

  test('[K7.5] an error in it fails the instance, without retry', () => {
    const lost = { ...work, unfinished: expr(['throw', 'lost']) };
    for (const event of [
      { kind: 'itemSkipped' },
      { kind: 'itemForced' },
      { kind: 'timerFired', timer: 'timeout' },
    ]) {
      const testNet = new TestNet(waiting(lost, expiring)).start();
      testNet.now += 50;
      testNet.send({ instance: testNet.at('a').id, ...event } as TestNetEvent);
      expect([codeIn(testNet), testNet.instancesUnderWay()]).toEqual(['expression', ['mend:calling']]);
      expect(testNet.variable('out')).toBeUndefined();
    }
  });

  test('[K7.5] an instance of an each adds it through `collect`', () => {
    const each = {
      items: value(['x', 'y']),
      create: 'static',
      failures: 'abort',
      collect: expr(['list', ['get', '$output']]),
    } as const;
    const made = waiting({ takes: 'offer', input: read('$item'), unfinished: read('$input') }, { each });
    const testNet = new TestNet(made).start();
    testNet.send({ kind: 'itemSkipped', instance: testNet.member('a', 1).id }).complete('a', 'X');
    expect(testNet.variable('out')).toEqual([['X'], ['y']]);
  });

  test('[K8.1] forced work is undone with it, skipped work is not undone', () => {
    const made = waiting(work, { undo: undo('revert', { input: read('$output') }) });
    const forced = new TestNet(made).start();
    forced.send({ kind: 'itemForced', instance: forced.at('a').id });
    expect(forced.fail('b').asked('call')).toMatchObject([{ input: { value: [1, 'unfinished'] } }]);
    const passed = new TestNet(made).start();
    passed.send({ kind: 'itemSkipped', instance: passed.at('a').id });
    expect(passed.fail('b').asked('call')).toEqual([]);
  });
});
