/** The connectors that there are, what they offer, and how they are. */
import { z } from 'zod';
import type { Operation } from '../contract/operation.ts';
import { listOf, objectOf, text } from '../contract/output-fields.ts';

const input = z.strictObject({});

const connectorView = objectOf({
  name: text(),
  state: z.enum(['ready', 'starting', 'down']),
  message: text('For people: what is wrong and what to do; empty where all is well.'),
  operations: listOf(text(), 'Names of what it offers, as far as is known now.'),
});

const output = objectOf({ connectors: listOf(connectorView) });

export type ConnectorList = z.infer<typeof output>;

type ConnectorView = z.infer<typeof connectorView>;

export const listConnectors: Operation<z.infer<typeof input>, ConnectorList> = {
  name: 'connectors.list',
  scope: 'workflows:query',
  writes: false,
  summary: 'Lists connectors, what they offer, and how they are.',
  input,
  output,
  async perform(_principal, _input, { connectors }) {
    const views = connectors.all.map(async (connector): Promise<ConnectorView> => {
      const [health, operations] = await Promise.all([connector.health(), connector.operations()]);
      return { name: connector.name, ...health, operations: operations.map(({ name }) => name) };
    });
    return { connectors: await Promise.all(views) };
  },
};
