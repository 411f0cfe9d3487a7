/** Contract: calls always have an outcome, for any external failure and any request. */
import assert from 'node:assert/strict';
import { type ConnectorCase, connectorCase, ends, failureOf, perform, refusalOf } from './connector-case.ts';
import { foreignNames, hostileInputs } from './connector-samples.ts';

export const callCases: readonly ConnectorCase[] = [
  connectorCase('a call returns a JSON result, each time', async (opened) => {
    for (let time = 1; time <= 2; time++) {
      const outcome = await ends(perform(opened, opened.good), 'the call');
      assert.equal(outcome.kind, 'succeeded', JSON.stringify(outcome));
    }
  }),
  connectorCase('calls up to its concurrency run in parallel', async (opened) => {
    const count = Math.min(opened.connector.concurrency, 4);
    const calls = Array.from({ length: count }, () => perform(opened, opened.good));
    for (const outcome of await ends(Promise.all(calls), 'one of the calls')) {
      assert.equal(outcome.kind, 'succeeded', JSON.stringify(outcome));
    }
  }),
  connectorCase('an external failure is an outcome, and does not affect the next call', async (opened) => {
    assert.ok(opened.unlucky.length > 0);
    for (const sample of opened.unlucky) {
      const what = `${sample.operation} ${JSON.stringify(sample.input)}`;
      const outcome = await ends(perform(opened, sample), what);
      if (outcome.kind !== 'unknown') failureOf(outcome, what);
    }
    assert.equal((await ends(perform(opened, opened.good), 'the call')).kind, 'succeeded');
  }),
  connectorCase('an unknown operation is refused, for any name', async (opened) => {
    for (const operation of foreignNames) {
      const what = `the operation ${JSON.stringify(operation)}`;
      const outcome = await ends(perform(opened, { ...opened.good, operation }), what);
      const { code, message } = refusalOf(outcome, what);
      assert.match(code, /^unknown-/, `${what} is refused as ${code}`);
      assert.ok(message.includes(operation), `“${message}” does not name the operation`);
    }
  }),
  connectorCase('a call has an outcome for any arguments', async (opened) => {
    for (const input of hostileInputs()) {
      const { operation } = opened.good;
      await ends(perform(opened, { operation, input }), `${operation} ${JSON.stringify(input)}`);
    }
    assert.equal(Reflect.get({}, 'polluted'), undefined);
    assert.equal((await ends(perform(opened, opened.good), 'the call')).kind, 'succeeded');
  }),
];

export const argumentCases: readonly ConnectorCase[] = [
  connectorCase('invalid arguments are refused with the reason', async (opened) => {
    assert.ok(opened.malformed.length > 0);
    for (const sample of opened.malformed) {
      const what = `${sample.operation} ${JSON.stringify(sample.input)}`;
      const outcome = await ends(perform(opened, sample), what);
      refusalOf(outcome, what);
    }
  }),
  connectorCase('a secret that a call may not use is refused', async (opened) => {
    const outcome = await ends(perform(opened, opened.secret), 'the call');
    const { code } = refusalOf(outcome, 'the call with a secret');
    assert.equal(code, 'secret-refused');
  }),
];
