import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import {
  failing,
  net,
  offer,
  oneNet,
  pass,
  program,
  read,
  record,
  subnet,
  task,
  value,
  variables,
} from '../../testing/net-builder.ts';
import { expr } from '../../testing/stand-ins/sample-evaluator.ts';
import type { Expression, Json, Retry, Task, Work } from '../index.ts';

const once: Retry = { limit: 1, delay: 10, backoff: 'fixed' };
const raise = (failure: Expression): Work => ({ kind: 'fail', failure });

describe('work that fails on purpose', () => {
  const raised = (failure: Expression, options: Partial<Task> = {}) =>
    new TestNet(
      oneNet(
        [
          task('a', 'i', 'o', { work: raise(failure), catch: { to: 'c', as: 'caught' }, ...options }),
          task('mend', 'c', 'o'),
        ],
        { variables: [{ name: 'caught' }, { name: 'n', initial: 7 }] },
      ),
    ).start();

  test('[K7.2] it fails with the value of its expression: code, message and data', () => {
    const failure = { code: 'own', message: 'on purpose', data: { n: [1] } };
    expect(raised(value(failure)).variable('caught')).toEqual(failure);
    expect(raised(value({ code: 'own', message: '' })).variable('caught')).toEqual({
      code: 'own',
      message: '',
    });
    const built = record({ code: value('own'), message: value('m'), data: read('n') });
    expect(raised(built).variable('caught')).toEqual({ code: 'own', message: 'm', data: 7 });
    expect(raised(value({ ...failure, data: null })).variable('caught')).toEqual({ ...failure, data: null });
  });

  test('[K7.2] a value that is not a failure is an expression error', () => {
    const wrong: readonly Json[] = [
      null,
      'own',
      1,
      [],
      {},
      { code: 'own' },
      { message: 'm' },
      { code: 1, message: 'm' },
      { code: 'own', message: null },
    ];
    for (const json of wrong) {
      expect(raised(value(json), { retry: once }).variable('caught')).toMatchObject({ code: 'expression' });
    }
  });

  test('[K7.2] it is retried only if retryable is true', () => {
    for (const retryable of [undefined, false, null, 1, 'true'] as const) {
      const json = { code: 'own', message: '', ...(retryable === undefined ? {} : { retryable }) };
      expect(raised(value(json), { retry: once }).instancesUnderWay()).toEqual(['mend:calling']);
    }
    const testNet = raised(value({ code: 'own', message: '', retryable: true }), { retry: once });
    expect(testNet.noted('failed')).toMatchObject([{ retryAt: 1_010, failure: { retryable: true } }]);
    expect(testNet.instancesUnderWay()).toEqual(['a:backoff']);
    testNet.fire('a', 'retry');
    expect([testNet.instancesUnderWay(), testNet.variable('caught')]).toMatchObject([
      ['mend:calling'],
      { code: 'own' },
    ]);
  });

  test('[K7.2] every attempt computes the value again', () => {
    const failure = expr([
      'object',
      [
        ['code', ['lit', 'own']],
        ['message', ['lit', '']],
        ['data', ['get', 'n']],
        ['retryable', ['lit', true]],
      ],
    ]);
    const testNet = raised(failure, { retry: once });
    testNet.send({ kind: 'dataUpdated', set: { n: { value: 8 } } }).fire('a', 'retry');
    expect(testNet.variable('caught')).toMatchObject({ data: 8 });
  });

  test('[K7.2] a caught failure can be raised again unchanged', () => {
    const made = oneNet(
      [
        task('a', 'i', 'o', { catch: { to: 'c', as: 'caught' } }),
        task('again', 'c', 'o', { work: raise(read('caught')) }),
      ],
      { variables: variables('caught') },
    );
    const failure = { code: 'no', message: 'really', data: { n: 1 } };
    const testNet = new TestNet(made).start().fail('a', { ...failure, retryable: true, retryAfter: 5 });
    expect(testNet.state).toMatchObject({ status: 'failed', failure });
    // The caught failure has no retryable flag, so there is no retry.
    expect(testNet.state.failure).toEqual({ ...failure, retryable: false });
    const bare = new TestNet(made).start().fail('a', { code: 'no', message: '' });
    expect(bare.state.failure).toEqual({ code: 'no', message: '', retryable: false });
  });

  test('[K7.2] each instance of an each raises its own failure', () => {
    const each = { items: value([1, 2]), create: 'static', failures: 'continue' } as const;
    const failure = record({ code: value('own'), message: value(''), data: read('$item') });
    expect(raised(failure, { each }).variable('caught')).toMatchObject({
      code: 'all-failed',
      data: [
        { index: 0, code: 'own' },
        { index: 1, code: 'own' },
      ],
    });
  });
});

describe('a failure that leaves a frame', () => {
  /** `in` is the only work of a net nested two levels below the root. */
  const below = (top: Partial<Task>, mid: Partial<Task>, inner: Partial<Task>) =>
    new TestNet(
      program([
        net('main', [task('top', 'i', 'o', { work: subnet('mid'), ...top })], {
          variables: variables('caught'),
        }),
        net('mid', [task('down', 'i', 'o', { work: subnet('low'), ...mid })]),
        net('low', [task('in', 'i', 'o', inner)]),
      ]),
    ).start();

  test('[K7.3] it loses its retryable flag: the parent instance decides with its own retry', () => {
    const testNet = below({}, { retry: once }, { retry: once });
    testNet.fail('in', { code: 'no', retryable: false });
    expect(testNet.noted('failed').map(({ task: of, failure, retryAt }) => [of, failure, retryAt])).toEqual([
      ['in', { code: 'no', message: '', retryable: false }, null],
      ['down', { code: 'no', message: '' }, 1_010],
    ]);
    expect(testNet.instancesUnderWay()).toEqual(['top:nested', 'down:backoff']);
  });

  test('[K7.3] every instance on the path decides with its own retry', () => {
    const testNet = below({ retry: once }, {}, {}).fail('in', { retryable: false });
    expect(testNet.instancesUnderWay()).toEqual(['top:backoff']);
    expect(testNet.fire('top', 'retry').instancesUnderWay()).toEqual([
      'top:nested',
      'down:nested',
      'in:calling',
    ]);
    expect(testNet.fail('in', { retryable: false }).state.status).toBe('failed');
  });

  test('[K7.3] work that fails on purpose retries the net around it, but not itself', () => {
    const testNet = below({}, { retry: once }, { work: failing('own'), retry: once });
    expect(testNet.instancesUnderWay()).toEqual(['top:nested', 'down:backoff']);
    expect(testNet.fire('down', 'retry').state).toMatchObject({ status: 'failed', failure: { code: 'own' } });
  });

  test('[K7.3] the delay that it dictates is passed on', () => {
    const testNet = below({}, { retry: once }, {}).fail('in', { retryAfter: 777, retryable: false });
    expect(testNet.at('down')).toMatchObject({ phase: 'backoff', due: 1_777 });
  });

  test('[K7.3] the failure of the run keeps its flag if it did not leave a frame', () => {
    const testNet = below({}, {}, {}).fail('in', { code: 'no', retryable: false, data: 1 });
    expect(testNet.state.failure).toMatchObject({ code: 'no', data: 1 });
    const caught = below({ catch: { to: 'o', as: 'caught' } }, {}, {}).fail('in', { code: 'no', data: 1 });
    expect(caught.variable('caught')).toEqual({ code: 'no', message: '', data: 1 });
  });
});

describe('an expired deadline over all attempts', () => {
  const timeout = { after: value(50) };
  const many: Retry = { ...once, limit: 9 };
  const caught = { catch: { to: 'c', as: 'caught' } };
  const codeIn = (testNet: TestNet) => (testNet.variable('caught') as { code: string } | undefined)?.code;
  const around = (inner: Partial<Task>) =>
    new TestNet(
      program([
        net(
          'main',
          [
            task('sub', 'i', 'o', { work: subnet('low'), retry: many, timeout, ...caught }),
            task('mend', 'c', 'o'),
          ],
          { variables: variables('caught') },
        ),
        net('low', [
          task('fork', 'i', ['p', 'q'], { work: pass }),
          task('x', 'p', null, inner),
          task('y', 'q', 'o'),
        ]),
      ]),
    ).start();

  test('[K7.3][K7.4] it ends the attempts of a net, regardless of later failures of its frame', () => {
    const undo = { undo: { connector: 'test', operation: 'revert' } };
    const testNet = around(undo).succeed('x').fail('y', { code: 'no', retryable: true });
    expect(testNet.at('sub').expired).toBe(false);
    testNet.fire('sub', 'timeout');
    expect(testNet.at('sub').expired).toBe(true);
    expect([codeIn(testNet.succeed('x')), testNet.instancesUnderWay()]).toEqual(['no', ['mend:calling']]);
  });

  test('[K7.3][K7.4] it ends an active net, which fails with timeout and is not retried', () => {
    const testNet = around({}).fire('sub', 'timeout');
    expect([codeIn(testNet), testNet.instancesUnderWay()]).toEqual(['timeout', ['mend:calling']]);
  });

  test('[K7.4] a deadline that is only noted ends nothing', () => {
    const noted = { timeout: { ...timeout, onExpiry: 'note' }, work: offer(), retry: many } as const;
    const testNet = new TestNet(oneNet([task('a', 'i', 'o', noted)])).start().fire('a', 'timeout');
    expect(testNet.at('a').expired).toBe(false);
    const { id } = testNet.at('a');
    testNet.send({ kind: 'itemFailed', instance: id, failure: { code: 'no', message: '' } });
    expect(testNet.instancesUnderWay()).toEqual(['a:backoff']);
  });

  test('[K7.4] the deadline of one attempt of a call ends only that attempt', () => {
    const testNet = new TestNet(oneNet([task('a', 'i', 'o', { timeout, retry: many })])).start();
    for (const attempt of [1, 2, 3]) {
      expect(testNet.at('a').attempt).toBe(attempt);
      testNet.fire('a', 'timeout');
      expect(testNet.at('a')).toMatchObject({ phase: 'backoff', expired: false });
      testNet.fire('a', 'retry');
    }
  });
});
