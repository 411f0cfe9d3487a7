/** Contract: what a connector reports about itself. */
import assert from 'node:assert/strict';
import type { Json } from '../../kernel/index.ts';
import { assertJson, type ConnectorCase, connectorCase, ends } from './connector-case.ts';
import { foreignNames, hostileInputs } from './connector-samples.ts';

export const listingCases: readonly ConnectorCase[] = [
  connectorCase('it lists its operations, each once', async ({ connector, good, endless }) => {
    const operations = await ends(connector.operations(), 'operations()');
    const names = operations.map(({ name }) => name);
    assert.deepEqual(names, [...new Set(names)]);
    for (const { operation } of [good, endless])
      assert.ok(names.includes(operation), `${operation} is missing`);
    for (const { example, ...operation } of operations) {
      assertJson(operation, operation.name);
      if (example !== undefined) assertJson(example, `the example of ${operation.name}`);
      const parameters = operation.parameters.map(({ name }) => name);
      assert.deepEqual(parameters, [...new Set(parameters)]);
    }
    assert.deepEqual(await connector.operations(), operations);
  }),
  connectorCase(
    'it has a name, accepts at least one call at a time, and is healthy',
    async ({ connector }) => {
      assert.match(connector.name, /^\S+$/);
      assert.ok(Number.isInteger(connector.concurrency) && connector.concurrency > 0);
      assert.deepEqual(await ends(connector.health(), 'health()'), { state: 'ready', message: '' });
    },
  ),
  connectorCase(
    'it reports whether a call is safe to repeat, for any operation, and always the same',
    async ({ connector, good, endless, unlucky, malformed, secret }) => {
      await connector.operations();
      const samples = [good, endless, secret, ...unlucky, ...malformed];
      const names = [...foreignNames, ...samples.map(({ operation }) => operation)];
      const inputs: readonly Json[] = [...hostileInputs(), ...samples.map(({ input }) => input)];
      const ask = () =>
        Promise.all(names.flatMap((name) => inputs.map((input) => connector.isRepeatable(name, input, 0))));
      const answers = await ask();
      for (const answer of answers) assert.equal(typeof answer, 'boolean');
      assert.deepEqual(await ask(), answers);
    },
  ),
];
