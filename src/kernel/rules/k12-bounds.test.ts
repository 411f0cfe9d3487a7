import { describe, expect, test } from 'vitest';
import { TestNet, type TestNetEvent } from '../../../test/test-net.ts';
import {
  assigns,
  call,
  flow,
  net,
  offer,
  oneNet,
  pass,
  program,
  read,
  subnet,
  task,
  undo,
  value,
  variables,
  wait,
} from '../../testing/net-builder.ts';
import { expr } from '../../testing/stand-ins/sample-evaluator.ts';
import type { RunEvent } from '../index.ts';

/** Repeats `body` while its output is true. */
const loop = (options: Parameters<typeof task>[3] = {}) => [
  task('begin', 'i', 'p', { work: pass }),
  task('body', 'p', null, {
    split: 'xor',
    outputs: assigns({ more: read('$output') }),
    flows: [flow('p', read('more')), flow('o')],
    ...options,
  }),
];
const more = { variables: variables('more') };

describe('visits', () => {
  test('[K12.1] a task on a cycle fires up to its limit, and the next firing fails it', () => {
    const testNet = new TestNet(oneNet(loop({ visits: 3 }), more)).start();
    testNet.succeed('body', true).succeed('body', true);
    expect(testNet.instancesUnderWay()).toEqual(['body:calling']);
    const third = testNet.at('body').id;
    testNet.succeed('body', true);
    expect(testNet.asked('call')).toEqual([]);
    expect(testNet.noted('started')).toEqual([]);
    expect(testNet.state).toMatchObject({ status: 'failed', failure: { code: 'visit-limit' } });
    expect(testNet.state.failure?.message).toContain('body');
    expect(testNet.noted('failed')).toMatchObject([{ task: 'body', instance: third + 1 }]);
  });

  test('[K12.1] the last allowed visit may end the loop', () => {
    const testNet = new TestNet(oneNet(loop({ visits: 3 }), more)).start();
    testNet.succeed('body', true).succeed('body', true).succeed('body', false);
    expect(testNet.state.status).toBe('completed');
  });

  test('[K12.1] the default is the limit of the program', () => {
    const testNet = new TestNet(oneNet(loop(), { ...more, limits: { visits: 2 } })).start();
    testNet.succeed('body', true).succeed('body', true);
    expect(testNet.state.failure).toMatchObject({ code: 'visit-limit' });
    const own = new TestNet(oneNet(loop({ visits: 3 }), { ...more, limits: { visits: 2 } })).start();
    own.succeed('body', true).succeed('body', true);
    expect(own.state.status).toBe('running');
  });

  test('[K12.1] the failure is not retried, but it is caught', () => {
    const retry = { limit: 3, delay: 1, backoff: 'fixed' } as const;
    const tasks = [...loop({ visits: 1, retry, catch: { to: 'q', as: 'why' } }), task('after', 'q', 'o')];
    const testNet = new TestNet(oneNet(tasks, { variables: variables('more', 'why') }))
      .start()
      .succeed('body', true);
    expect(testNet.instancesUnderWay()).toEqual(['after:calling']);
    expect(testNet.variable('why')).toMatchObject({ code: 'visit-limit' });
  });

  test('[K12.1] attempts and instances of an each are not visits', () => {
    const retry = { limit: 3, delay: 1, backoff: 'fixed' } as const;
    const retried = new TestNet(oneNet(loop({ visits: 1, retry }), more)).start();
    retried.fail('body').fire('body', 'retry').fail('body').fire('body', 'retry').succeed('body', false);
    expect(retried.state.status).toBe('completed');
    const each = { items: value([1, 2, 3]), create: 'static', failures: 'abort' } as const;
    const many = new TestNet(
      oneNet(loop({ visits: 1, each, outputs: assigns({ more: value(false) }) }), more),
    ).start();
    expect(many.succeed('body').succeed('body').succeed('body').state.status).toBe('completed');
  });

  test('[K12.1] visits are counted per frame', () => {
    const testNet = new TestNet(
      program([
        net('main', [
          task('first', 'i', 'q', { work: subnet('low') }),
          task('second', 'q', 'o', { work: subnet('low') }),
        ]),
        net('low', loop({ visits: 2 }), more),
      ]),
    ).start();
    testNet.succeed('body', true).succeed('body', false);
    testNet.succeed('body', true).succeed('body', false);
    expect(testNet.state.status).toBe('completed');
  });

  test('[K12.1] visits of tasks that are not on a cycle are not counted', () => {
    const testNet = new TestNet(
      oneNet([task('fork', 'i', ['p', 'p', 'p'], { work: pass }), task('a', 'p', null, { visits: 1 })]),
    ).start();
    testNet.succeed('a').succeed('a').succeed('a');
    expect(testNet.state.status).toBe('completed');
  });

  test('[K12.1] a competing offer is counted when it is taken', () => {
    const testNet = new TestNet(
      oneNet([
        task('begin', 'i', 'p', { work: pass }),
        task('again', 'p', 'p', { work: offer(), visits: 2 }),
        task('stop', 'p', 'o', { work: offer() }),
      ]),
    ).start();
    testNet.complete('again').complete('again');
    expect(testNet.instancesUnderWay()).toEqual(['stop:open', 'again:open']);
    testNet.hold('again');
    expect(testNet.state).toMatchObject({ status: 'failed', failure: { code: 'visit-limit' } });
  });
});

describe('steps', () => {
  const chain = (length: number, from = 'i', to: string | null = 'o') =>
    Array.from({ length }, (_, n) =>
      task(`${from}${n}`, n === 0 ? from : `${from}-${n}`, n === length - 1 ? to : `${from}-${n + 1}`, {
        work: pass,
      }),
    );

  test('[K12.2] one event causes at most that many firings', () => {
    const limits = { steps: 4 };
    expect(new TestNet(oneNet(chain(4), { limits })).start().state.status).toBe('completed');
    const testNet = new TestNet(oneNet(chain(5), { limits })).start();
    expect(testNet.state).toMatchObject({ status: 'failed', failure: { code: 'step-limit' } });
    expect(testNet.noted('started')).toHaveLength(4);
    expect(testNet.asked('finish')).toHaveLength(1);
  });

  test('[K12.2] every event has its own limit', () => {
    const tasks = [...chain(3, 'i', 'p'), task('a', 'p', 'q'), ...chain(3, 'q', 'r'), task('b', 'r', 'o')];
    const testNet = new TestNet(oneNet(tasks, { limits: { steps: 4 } })).start().succeed('a').succeed('b');
    expect(testNet.state.status).toBe('completed');
  });

  test('[K12.2] starts of instances count, too', () => {
    const many = (count: number) =>
      oneNet(
        [
          task('a', 'i', 'o', {
            work: pass,
            each: { items: expr(['range', ['lit', count]]), create: 'static', failures: 'abort' },
          }),
        ],
        { limits: { steps: 10 } },
      );
    expect(new TestNet(many(9)).start().state.status).toBe('completed');
    expect(new TestNet(many(10)).start().state.failure).toMatchObject({ code: 'step-limit' });
  });

  test('[K12.2] a loop in a nested net fails the root, despite any catch', () => {
    const testNet = new TestNet(
      program(
        [
          net('main', [task('sub', 'i', 'o', { work: subnet('low'), catch: { to: 'o' } })], {
            onFailure: 'settle',
          }),
          net('low', [
            task('begin', 'i', 'p', { work: pass }),
            task('spin', 'p', null, { work: pass, split: 'xor', flows: [flow('p', value(true)), flow('o')] }),
          ]),
        ],
        { steps: 50 },
      ),
    ).start();
    expect(testNet.state).toMatchObject({ status: 'failed', failure: { code: 'step-limit' } });
  });

  test('[K12.2] completed work is still undone', () => {
    const tasks = [
      task('a', 'i', 'p', { undo: undo('revert') }),
      task('spin', 'p', null, { work: pass, split: 'xor', flows: [flow('p', value(true)), flow('o')] }),
    ];
    const testNet = new TestNet(oneNet(tasks, { limits: { steps: 5 } })).start().succeed('a');
    expect(testNet.asked('call')).toMatchObject([{ task: 'a', operation: 'revert' }]);
    testNet.succeed('a');
    expect(testNet.state).toMatchObject({ status: 'failed', failure: { code: 'step-limit' } });
  });
});

describe('sizes', () => {
  const limits = { payload: 12 };
  const fits = { value: 'x'.repeat(10) };
  const large = { value: 'x'.repeat(11) };

  test('[K12.3] values over the payload limit are refused in every event that carries one', () => {
    const tasks = [
      task('fork', 'i', ['p', 'q', 'r'], { work: pass }),
      task('a', 'p', null),
      task('b', 'q', null, { work: offer() }),
      task('c', 'r', null, {
        work: offer(),
        each: { items: value([1]), create: 'dynamic', failures: 'abort' },
      }),
    ];
    const chain = oneNet(tasks, { limits, variables: [{ name: 'x', parameter: 'optional' }] });
    const testNet = new TestNet(chain).send({ kind: 'started', seed: 1, input: { x: fits } });
    const [a, b, c] = ['a', 'b', 'c'].map((name) => testNet.at(name).id);
    const carrying = (payload: { value: string }): readonly TestNetEvent[] => [
      { kind: 'callSucceeded', instance: a!, attempt: 1, output: payload },
      { kind: 'itemCompleted', instance: b!, output: payload },
      { kind: 'itemForced', instance: b!, output: payload },
      { kind: 'itemSkipped', instance: b!, output: payload },
      { kind: 'instanceAdded', instance: c!, item: payload },
      { kind: 'signalled', name: 's', payload },
      { kind: 'dataUpdated', set: { x: payload } },
    ];
    for (const event of carrying(large)) expect(testNet.refused(event)).toBe('payload-too-large');
    for (const event of carrying(fits)) {
      const step = testNet.machine.advance(testNet.state, { at: testNet.now, ...event } as RunEvent);
      expect(step.kind).toBe('step');
    }
    expect(new TestNet(chain).refused({ kind: 'started', seed: 1, input: { x: large } })).toBe(
      'payload-too-large',
    );
    const parts = { kind: 'dataUpdated', set: { x: { list: [fits, fits] } } } as const;
    expect(testNet.refused(parts)).toBe('payload-too-large');
    const references = { list: [{ blob: { hash: 'h', size: 1e9 } }, { blob: { hash: 'k', size: 1e9 } }] };
    testNet.send({ kind: 'dataUpdated', set: { x: references } });
  });

  test('[K12.3] the size of a failure includes its message and its data', () => {
    const testNet = new TestNet(oneNet([task('a', 'i', 'o')], { limits: { payload: 60 } })).start();
    const failing = (part: 'message' | 'data', length: number): TestNetEvent => {
      const empty = { code: 'x', message: '', ...(part === 'data' ? { data: '' } : {}) };
      const failure = { ...empty, [part]: 'y'.repeat(length - JSON.stringify(empty).length) };
      return { kind: 'callFailed', instance: testNet.at('a').id, attempt: 1, failure };
    };
    for (const part of ['message', 'data'] as const) {
      expect(testNet.refused(failing(part, 61))).toBe('payload-too-large');
      expect(
        testNet.machine.advance(testNet.state, { at: testNet.now, ...failing(part, 60) } as RunEvent).kind,
      ).toBe('step');
    }
  });

  test('[K12.3] names count as values: principals, assignees and signal names', () => {
    const testNet = new TestNet(oneNet([task('a', 'i', 'o', { work: offer() })], { limits })).start();
    const { id } = testNet.at('a');
    const named = (name: string): readonly TestNetEvent[] => [
      { kind: 'itemHeld', instance: id, by: name },
      { kind: 'itemDelegated', instance: id, to: name },
      { kind: 'signalled', name, payload: { value: 1 } },
      { kind: 'suspended', by: name },
    ];
    for (const event of named('x'.repeat(13))) expect(testNet.refused(event)).toBe('payload-too-large');
    for (const event of named('x'.repeat(12))) {
      const step = testNet.machine.advance(testNet.state, { at: testNet.now, ...event } as RunEvent);
      expect(step.kind).toBe('step');
    }
  });

  test('[K12.3] in other positions values over the limit are expression errors', () => {
    const doubled = expr(['list', ['get', 'x'], ['get', 'x']]);
    const x = [{ name: 'x', initial: '12345678' }];
    const outputs = new TestNet(
      oneNet([task('a', 'i', 'o', { outputs: assigns({ x: doubled }) })], { limits, variables: x }),
    ).start();
    expect(outputs.succeed('a').state.failure).toMatchObject({ code: 'expression' });
    expect(outputs.variable('x')).toBe('12345678');
    const input = new TestNet(
      oneNet([task('a', 'i', 'o', { work: call('a', { input: doubled }) })], { limits, variables: x }),
    ).start();
    expect(input.state.failure).toMatchObject({ code: 'expression' });
  });

  test('[K12.3] frames nest up to the depth limit', () => {
    const nested = (depth: number) =>
      new TestNet(
        program(
          [
            net('n1', [task('down', 'i', 'o', { work: subnet('n2') })]),
            net('n2', [task('down', 'i', 'o', { work: subnet('n3') })]),
            net('n3', [task('a', 'i', 'o')]),
          ],
          { depth },
        ),
      ).start();
    expect(nested(3).instancesUnderWay()).toEqual(['down:nested', 'down:nested', 'a:calling']);
    expect(nested(2).state).toMatchObject({ status: 'failed', failure: { code: 'depth-limit' } });
    const endless = new TestNet(program([net('n', [task('down', 'i', 'o', { work: subnet('n') })])])).start();
    expect(endless.state.failure).toMatchObject({ code: 'depth-limit' });
    expect(endless.state.frames).toHaveLength(32);
  });

  test('[K12.3] a frame has at most that many tokens', () => {
    const fan = (count: number) =>
      oneNet(
        [
          task(
            'fan',
            'i',
            Array.from({ length: count }, () => 'p'),
            { work: pass },
          ),
          task('a', 'p', null),
        ],
        { limits: { tokens: 5 } },
      );
    expect(new TestNet(fan(5)).start().instancesUnderWay()).toEqual(['a:calling']);
    expect(new TestNet(fan(6)).start().state).toMatchObject({
      status: 'failed',
      failure: { code: 'token-limit' },
    });
  });

  test('[K12.3] an each has at most that many instances, including those added later', () => {
    const each = (count: number) =>
      oneNet(
        [
          task('a', 'i', 'o', {
            each: { items: expr(['range', ['lit', count]]), create: 'dynamic', failures: 'abort' },
          }),
        ],
        { limits: { instances: 3 } },
      );
    expect(new TestNet(each(4)).start().state.failure).toMatchObject({ code: 'too-many-instances' });
    const full = new TestNet(each(3)).start();
    expect(full.instancesUnderWay()).toHaveLength(4);
    const added = { kind: 'instanceAdded', instance: full.at('a').id, item: { value: 9 } } as const;
    expect(full.refused(added)).toBe('too-many-instances');
  });

  test('[K12.3] signals are stored up to their limit', () => {
    const testNet = new TestNet(
      oneNet([task('a', 'i', 'p'), task('b', 'p', 'o', { work: wait({ signal: value('s') }) })], {
        limits: { signals: 2 },
      }),
    ).start();
    const signal = { kind: 'signalled', name: 's', payload: { value: 1 } } as const;
    testNet.send(signal).send(signal);
    expect(testNet.refused(signal)).toBe('too-many-signals');
    expect(testNet.state.signals).toHaveLength(2);
  });

  test('[K12.3] a signal with a waiting task is accepted, regardless of the number of stored signals', () => {
    const testNet = new TestNet(
      oneNet([task('b', 'i', 'o', { work: wait({ signal: value('s') }) })], { limits: { signals: 1 } }),
    ).start();
    testNet.send({ kind: 'signalled', name: 'other', payload: { value: 1 } });
    testNet.send({ kind: 'signalled', name: 's', payload: { value: 1 } });
    expect(testNet.state.status).toBe('completed');
  });
});
