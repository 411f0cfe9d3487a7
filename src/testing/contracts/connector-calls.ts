/** What becomes of calls: an outcome, whatever happens outside and whatever was asked for. */
import assert from 'node:assert/strict';
import { type ConnectorCase, connectorCase, ends, failureOf, perform, refusalOf } from './connector-case.ts';
import { foreignNames, hostileInputs } from './connector-samples.ts';

export const callCases: readonly ConnectorCase[] = [
  connectorCase('a call gives a result that is JSON, each time', async (opened) => {
    for (let time = 1; time <= 2; time++) {
      const outcome = await ends(perform(opened, opened.good), 'the call');
      assert.equal(outcome.kind, 'succeeded', JSON.stringify(outcome));
    }
  }),
  connectorCase('as many calls as it takes at once go on side by side', async (opened) => {
    const count = Math.min(opened.connector.concurrency, 4);
    const calls = Array.from({ length: count }, () => perform(opened, opened.good));
    for (const outcome of await ends(Promise.all(calls), 'one of the calls')) {
      assert.equal(outcome.kind, 'succeeded', JSON.stringify(outcome));
    }
  }),
  connectorCase(
    'what goes wrong outside is an outcome, and the next call is none the worse',
    async (opened) => {
      assert.ok(opened.unlucky.length > 0);
      for (const sample of opened.unlucky) {
        const what = `${sample.operation} ${JSON.stringify(sample.input)}`;
        const outcome = await ends(perform(opened, sample), what);
        if (outcome.kind !== 'unknown') failureOf(outcome, what);
      }
      assert.equal((await ends(perform(opened, opened.good), 'the call')).kind, 'succeeded');
    },
  ),
  connectorCase('an operation that it does not have is refused, whatever its name', async (opened) => {
    for (const operation of foreignNames) {
      const what = `the operation ${JSON.stringify(operation)}`;
      const outcome = await ends(perform(opened, { ...opened.good, operation }), what);
      const { code, message } = refusalOf(outcome, what);
      assert.match(code, /^unknown-/, `${what} is refused as ${code}`);
      assert.ok(message.includes(operation), `“${message}” does not say which operation`);
    }
  }),
  connectorCase('whatever the arguments are, a call has an outcome', async (opened) => {
    for (const input of hostileInputs()) {
      const { operation } = opened.good;
      await ends(perform(opened, { operation, input }), `${operation} ${JSON.stringify(input)}`);
    }
    assert.equal(Reflect.get({}, 'polluted'), undefined);
    assert.equal((await ends(perform(opened, opened.good), 'the call')).kind, 'succeeded');
  }),
];

export const argumentCases: readonly ConnectorCase[] = [
  connectorCase('arguments that do not fit are refused with what is wrong', async (opened) => {
    assert.ok(opened.malformed.length > 0);
    for (const sample of opened.malformed) {
      const what = `${sample.operation} ${JSON.stringify(sample.input)}`;
      const outcome = await ends(perform(opened, sample), what);
      refusalOf(outcome, what);
    }
  }),
  connectorCase('a secret that a call may not be given is refused', async (opened) => {
    const outcome = await ends(perform(opened, opened.secret), 'the call');
    const { code } = refusalOf(outcome, 'the call with a secret');
    assert.equal(code, 'secret-refused');
  }),
];
