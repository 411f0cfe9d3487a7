/** Lists the connectors with their operations and their status. */
import { z } from 'zod';
import { flag, listOf, objectOf, text } from '../../languages/output-fields.ts';
import type { Operation } from '../contract/operation.ts';

const input = z.strictObject({});

const connectorView = objectOf({
  name: text(),
  state: z.enum(['ready', 'starting', 'down']),
  message: text('What is wrong and what to do, for people; empty if there is no problem.'),
  operations: listOf(text(), 'Names of its operations, as far as known.'),
  catalog: z.exactOptional(flag('It is an imported API: its operations are only called with its name.')),
});

const output = objectOf({ connectors: listOf(connectorView) });

export type ConnectorList = z.infer<typeof output>;

type ConnectorView = z.infer<typeof connectorView>;

export const listConnectors: Operation<z.infer<typeof input>, ConnectorList> = {
  name: 'connectors.list',
  scope: 'workflows:query',
  writes: false,
  summary: 'Lists connectors with their operations and their status.',
  rest: { method: 'GET', path: '/v1/connectors', tag: 'service' },
  verb: { name: 'connectors' },
  examples: [
    {
      input: {},
      output: { connectors: [{ name: 'echo', state: 'ready', message: '', operations: ['echo'] }] },
    },
  ],
  input,
  output,
  async perform({ tenant }, _input, { connectors }) {
    const views = [...connectors.all, ...connectors.of(tenant)].map(
      async (connector): Promise<ConnectorView> => {
        const [health, operations] = await Promise.all([connector.health(), connector.operations()]);
        return {
          name: connector.name,
          ...health,
          operations: operations.map(({ name }) => name),
          ...(connector.tenant === undefined ? {} : { catalog: true }),
        };
      },
    );
    return { connectors: await Promise.all(views) };
  },
};
