import { describe, expect, test } from 'vitest';
import { assigns, flow, offer, oneNet, pass, read, task, undo, value } from '../../testing/net-builder.ts';
import { expr } from '../../testing/sample-evaluator.ts';
import { Scene, type SceneEvent } from '../../testing/scene.ts';
import type { Json, OfferWork, RejectionCode, Task } from '../index.ts';

const failure = { code: 'no', message: '' };
const retry = { limit: 3, delay: 10, backoff: 'fixed' } as const;

/** One offer that waits for its hold; what it gives goes to `out`, what it fails with to `caught`. */
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
const set = (scene: Scene, values: { readonly [name: string]: Json }) =>
  scene.send({
    kind: 'dataUpdated',
    set: Object.fromEntries(Object.entries(values).map(([name, json]) => [name, { value: json }])),
  });
const codeIn = (scene: Scene): string | undefined =>
  (scene.variable('caught') as { code: string } | undefined)?.code;

describe('an offer that waits for its hold', () => {
  test('[K11.1] leaves its tokens where they are, although nobody competes for them', () => {
    const scene = new Scene(waiting({})).start();
    expect([scene.under(), scene.marked()]).toEqual([['a:open'], ['i']]);
    expect(scene.state.frames).toMatchObject([{ busy: [] }]);
    expect(scene.noted('enabled')).toMatchObject([{ task: 'a' }]);
    expect(scene.noted('started')).toEqual([]);
    scene.hold('a');
    expect([scene.under(), scene.marked()]).toEqual([['a:held'], []]);
    expect(scene.noted('started')).toMatchObject([{ task: 'a', attempt: 1 }]);
    expect(scene.asked('offer')).toMatchObject([{ task: 'a', holder: 'ann' }]);
    expect(scene.complete('a', 'done', 'ann').variable('out')).toBe('done');
  });

  test('[K11.1] takes: offer is as if nothing was said', () => {
    const said = new Scene(waiting({ takes: 'offer' })).start();
    expect([said.under(), said.marked()]).toEqual([['a:offered'], []]);
  });

  test('[K11.1] is withdrawn when its tokens go, and offered anew when others come', () => {
    const made = oneNet([
      task('fork', 'i', ['p', 'q'], { work: pass }),
      task('a', 'p', null, { work: offer(undefined, { takes: 'hold' }) }),
      task('take', 'q', 'r', { cancels: { places: ['p'], tasks: [] } }),
      task('put', 'r', ['p', 's']),
      task('end', 's', 'o'),
    ]);
    const scene = new Scene(made).start();
    const { id } = scene.at('a');
    scene.succeed('take');
    expect(scene.asked('withdraw')).toEqual([{ kind: 'withdraw', instance: id }]);
    expect(scene.refused({ kind: 'itemHeld', instance: id, by: 'ann' })).toBe('unknown-instance');
    expect(scene.succeed('put').under()).toEqual(['end:calling', 'a:open']);
    expect(scene.at('a').id).not.toBe(id);
  });

  test('[K11.1] waits with one token for each firing, one after the other', () => {
    const made = oneNet([
      task('fork', 'i', ['p', 'p'], { work: pass }),
      task('a', 'p', null, { work: offer(undefined, { takes: 'hold' }) }),
    ]);
    const scene = new Scene(made).start().hold('a');
    expect([scene.under(), scene.marked()]).toEqual([['a:held'], ['p']]);
    scene.complete('a', null, 'ann');
    expect([scene.under(), scene.marked()]).toEqual([['a:open'], ['p']]);
    expect(scene.complete('a').state.status).toBe('completed');
  });

  test('[K11.1][K3.4] joins like any task: an OR-join is offered when nothing more can come', () => {
    const made = oneNet([
      task('fork', 'i', ['p', 'q'], { work: pass }),
      task('b', 'q', 'r', { split: 'xor', flows: [flow('r', read('$output')), flow(null)] }),
      task('a', ['p', 'r'], 'o', { join: 'or', work: offer(undefined, { takes: 'hold' }) }),
    ]);
    const scene = new Scene(made).start();
    expect(scene.under()).toEqual(['b:calling']);
    expect(scene.succeed('b', true).under()).toEqual(['a:open']);
    expect(scene.hold('a').marked()).toEqual([]);
  });

  test('[K11.1] of many: the hold makes the instances, the first of which is held', () => {
    const each = { items: value(['x', 'y']), create: 'static', failures: 'abort' } as const;
    const scene = new Scene(waiting({ input: read('$item'), enabling: read('shown') }, { each })).start();
    expect([scene.under(), scene.asked('offer')]).toMatchObject([
      ['a:open'],
      [{ input: { value: 'preview' }, group: 0 }],
    ]);
    const group = scene.at('a').id;
    scene.hold('a');
    expect(scene.under()).toEqual(['a:group', 'a:held', 'a:offered']);
    expect(scene.asked('offer')).toMatchObject([
      { input: { value: 'x' }, holder: 'ann', group },
      { input: { value: 'y' }, holder: '', group },
    ]);
    const bare = new Scene(waiting({ input: read('$item') }, { each })).start();
    expect(bare.asked('offer')).toMatchObject([{ input: { value: null } }]);
  });

  test.each<[string, object, RejectionCode]>([
    ['too few', { items: value(['x']), min: 2 }, 'too-few-instances'],
    ['too many', { items: value(['x', 'y', 'z']), max: 2 }, 'too-many-instances'],
    ['no list', { items: value('x') }, 'expression'],
    ['an instance that cannot be shown', { items: value([1, null]) }, 'expression'],
  ])('[K2.2] of many: %s refuse the hold, and the offer stays', (_, bounds, code) => {
    const each = { create: 'static', failures: 'abort', ...bounds } as const;
    const scene = new Scene(
      waiting({ input: expr(['add', ['get', '$item'], ['lit', 1]]) }, { each }),
    ).start();
    const before = scene.state;
    expect(scene.refused({ kind: 'itemHeld', instance: scene.at('a').id, by: 'ann' })).toBe(code);
    expect([scene.state, scene.under()]).toEqual([before, ['a:open']]);
  });
});

describe('what an open offer shows', () => {
  test('[K11.1] what cannot be computed then stays as it was shown', () => {
    const input = expr(['add', ['get', 'x'], ['lit', 1]]);
    const ends = { unfinished: read('$input'), input, enabling: read('shown') };
    const scene = new Scene(waiting(ends)).start();
    scene.send({ kind: 'dataUpdated', set: { x: { value: 'no number' } } });
    expect(scene.send({ kind: 'itemForced', instance: 2 }).variable('out')).toBe('preview');
  });

  const work = { input: read('x'), enabling: read('shown') };

  test('[K11.1] enabling, and from the hold on its input', () => {
    const scene = new Scene(waiting(work)).start();
    expect(scene.asked('offer')).toMatchObject([{ input: { value: 'preview' } }]);
    scene.hold('a');
    expect(scene.asked('offer')).toMatchObject([{ input: { value: 1 } }]);
    expect(scene.at('a').input).toEqual({ value: 1 });
  });

  test('[K11.1] its input where there is no enabling; nothing where there is neither', () => {
    expect(new Scene(waiting({ input: read('x') })).start().asked('offer')).toMatchObject([
      { input: { value: 1 } },
    ]);
    expect(new Scene(waiting({})).start().asked('offer')).toMatchObject([{ input: { value: null } }]);
  });

  test('[K11.1] an offer that takes its tokens at once never shows it', () => {
    const scene = new Scene(waiting({ ...work, takes: 'offer' })).start();
    expect(scene.asked('offer')).toMatchObject([{ input: { value: 1 } }]);
  });

  test('[K11.1] rivals show theirs, too', () => {
    const made = oneNet([
      task('a', 'i', 'o', { work: offer(value('in'), { enabling: value('before') }) }),
      task('b', 'i', 'o', { work: offer(value('other')) }),
    ]);
    const scene = new Scene(made).start();
    expect(scene.asked('offer')).toMatchObject([
      { input: { value: 'before' } },
      { input: { value: 'other' } },
    ]);
    expect(scene.hold('a').asked('offer')).toMatchObject([{ input: { value: 'in' } }]);
  });

  const seen = { outputs: assigns({ out: read('$input') }) };
  test.each<[string, object, Json]>([
    ['hold', { kind: 'itemHeld', by: 'ann' }, 2],
    ['delegation', { kind: 'itemDelegated', to: 'bob' }, 2],
    ['completion', { kind: 'itemCompleted', output: { value: 0 } }, 2],
    ['skip', { kind: 'itemSkipped', output: { value: 0 } }, 2],
    ['force', { kind: 'itemForced', output: { value: 0 } }, 2],
  ])('[K11.1] a %s finds the input that belongs to it', (_, event, input) => {
    const scene = set(new Scene(waiting(work, seen)).start(), { x: 2, shown: 'other' });
    scene.send({ instance: scene.at('a').id, ...event } as SceneEvent);
    if (scene.under()[0] === 'a:held') scene.complete('a', 0);
    expect(scene.variable('out')).toBe(input);
  });

  test('[K11.1] a failed one is offered again with its input', () => {
    const scene = new Scene(waiting(work)).start();
    scene.send({ kind: 'itemFailed', instance: scene.at('a').id, failure });
    expect(scene.at('a')).toMatchObject({ phase: 'backoff', input: { value: 'preview' } });
    expect(scene.fire('a', 'retry').asked('offer')).toMatchObject([{ input: { value: 1 } }]);
    expect(scene.at('a').phase).toBe('offered');
  });
});

describe('an error in what is shown when it is taken', () => {
  /** Sound while `x` is a number. */
  const input = expr(['add', ['get', 'x'], ['lit', 1]]);
  const enabling = read('shown');

  test.each<[string, object]>([
    ['hold', { kind: 'itemHeld', by: 'ann' }],
    ['delegation', { kind: 'itemDelegated', to: 'bob' }],
    ['completion', { kind: 'itemCompleted', output: { value: 0 } }],
  ])('[K2.2][K11.1] rejects a %s: the item stays open, its token free', (_, event) => {
    const scene = set(new Scene(waiting({ input, enabling })).start(), { x: 'no number' });
    const { id } = scene.at('a');
    const before = JSON.stringify(scene.state);
    expect(scene.refused({ instance: id, ...event } as SceneEvent)).toBe('expression');
    expect(JSON.stringify(scene.state)).toBe(before);
    expect([scene.under(), scene.marked()]).toEqual([['a:open'], ['i']]);
    set(scene, { x: 4 }).send({ instance: id, ...event } as SceneEvent);
    expect(scene.marked()).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['skip', { kind: 'itemSkipped' }, 'b:calling'],
    ['force', { kind: 'itemForced' }, 'b:calling'],
    ['failure', { kind: 'itemFailed', failure: { ...failure, retryable: false } }, 'mend:calling'],
    ['expiry', { kind: 'timerFired', timer: 'timeout' }, 'mend:calling'],
  ])('[K2.2][K11.1] does not stand in the way of a %s', (_, event, next) => {
    const made = waiting({ input, enabling }, { timeout: { after: value(50) } });
    const scene = set(new Scene(made).start(), { x: 'no number' });
    scene.now += 50;
    scene.send({ instance: scene.at('a').id, ...event } as SceneEvent);
    expect(scene.under()).toEqual([next]);
  });

  test('[K2.2] an error in the timeout from the hold rejects, whether it was open or offered', () => {
    for (const takes of ['offer', 'hold'] as const) {
      const made = waiting({ takes }, { timeout: { after: read('x'), from: 'hold' } });
      const scene = set(new Scene(made).start(), { x: 'soon' });
      const { id, phase } = scene.at('a');
      expect(scene.refused({ kind: 'itemHeld', instance: id, by: 'ann' })).toBe('expression');
      expect(scene.refused({ kind: 'itemDelegated', instance: id, to: 'bob' })).toBe('expression');
      expect(scene.at('a')).toMatchObject({ phase, holder: '' });
      set(scene, { x: 10 }).hold('a');
      expect(scene.at('a')).toMatchObject({ phase: 'held', deadline: scene.now + 10 });
    }
  });

  test('[K2.2] of one that is held a delegation evaluates nothing', () => {
    const scene = new Scene(waiting({ input })).start().hold('a');
    set(scene, { x: 'no number' }).send({ kind: 'itemDelegated', instance: scene.at('a').id, to: 'bob' });
    expect(scene.at('a')).toMatchObject({ holder: 'bob', input: { value: 2 } });
  });

  test('[K11.1] at its opening it makes the task fire at once, and fail', () => {
    const scene = new Scene(waiting({ input: expr(['throw', 'no']) })).start();
    expect([codeIn(scene), scene.under()]).toEqual(['expression', ['mend:calling']]);
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
  ])('[K7.5][K11.1] where it is %s without one, from its input, whatever it has shown', (_, event) => {
    for (const [takes, held] of [
      ['offer', false],
      ['offer', true],
      ['hold', false],
      ['hold', true],
    ] as const) {
      const scene = new Scene(waiting({ ...work, takes }, expiring)).start();
      if (held) scene.hold('a');
      scene.now += 50;
      scene.send({ instance: scene.at('a').id, ...event } as SceneEvent);
      expect(scene.variable('out')).toEqual([1, 'unfinished']);
      expect(scene.under()).toEqual(['b:calling']);
    }
  });

  test('[K7.5] where there is one, or the work was done, it is not asked for', () => {
    const lost = { ...work, unfinished: expr(['throw', 'lost']) };
    const output = { value: 'own' };
    for (const kind of ['itemSkipped', 'itemForced', 'itemCompleted'] as const) {
      const scene = new Scene(waiting(lost)).start();
      expect(scene.send({ kind, instance: scene.at('a').id, output }).variable('out')).toBe('own');
    }
  });

  test('[K7.5] an error in it fails the instance, without retry', () => {
    const lost = { ...work, unfinished: expr(['throw', 'lost']) };
    for (const event of [
      { kind: 'itemSkipped' },
      { kind: 'itemForced' },
      { kind: 'timerFired', timer: 'timeout' },
    ]) {
      const scene = new Scene(waiting(lost, expiring)).start();
      scene.now += 50;
      scene.send({ instance: scene.at('a').id, ...event } as SceneEvent);
      expect([codeIn(scene), scene.under()]).toEqual(['expression', ['mend:calling']]);
      expect(scene.variable('out')).toBeUndefined();
    }
  });

  test('[K7.5] it is what an instance of an each adds, by way of collect', () => {
    const each = {
      items: value(['x', 'y']),
      create: 'static',
      failures: 'abort',
      collect: expr(['list', ['get', '$output']]),
    } as const;
    const made = waiting({ takes: 'offer', input: read('$item'), unfinished: read('$input') }, { each });
    const scene = new Scene(made).start();
    scene.send({ kind: 'itemSkipped', instance: scene.member('a', 1).id }).complete('a', 'X');
    expect(scene.variable('out')).toEqual([['X'], ['y']]);
  });

  test('[K8.1] forced work is undone with it, skipped work not at all', () => {
    const made = waiting(work, { undo: undo('revert', { input: read('$output') }) });
    const forced = new Scene(made).start();
    forced.send({ kind: 'itemForced', instance: forced.at('a').id });
    expect(forced.fail('b').asked('call')).toMatchObject([{ input: { value: [1, 'unfinished'] } }]);
    const passed = new Scene(made).start();
    passed.send({ kind: 'itemSkipped', instance: passed.at('a').id });
    expect(passed.fail('b').asked('call')).toEqual([]);
  });
});
