/** The connectors that there are, what they offer, and how they are. */
import { z } from 'zod';
import type { ConnectorHealth } from '../../runtime/index.ts';
import type { Operation } from '../contract/operation.ts';

const input = z.strictObject({});

export interface ConnectorList {
  readonly connectors: readonly ConnectorView[];
}

export interface ConnectorView extends ConnectorHealth {
  readonly name: string;
  /** Names of what it offers, as far as is known now. */
  readonly operations: readonly string[];
}

export const listConnectors: Operation<z.infer<typeof input>, ConnectorList> = {
  name: 'connectors.list',
  scope: 'workflows:query',
  writes: false,
  input,
  async perform(_principal, _input, { connectors }) {
    const views = connectors.all.map(async (connector): Promise<ConnectorView> => {
      const [health, operations] = await Promise.all([connector.health(), connector.operations()]);
      return { name: connector.name, ...health, operations: operations.map(({ name }) => name) };
    });
    return { connectors: await Promise.all(views) };
  },
};
