/** Makes the connectors that connectors.yaml names. Nothing is started or reached before it is needed. */
import type { Clock, Connector, Redact } from '../../runtime/index.ts';
import { type AllowedAddresses, allowHostOf } from '../http/allowed-addresses.ts';
import { createGuardedFetch } from '../http/guarded-fetch.ts';
import { createMcpConnector, type McpConnectorOptions } from '../mcp/create-mcp-connector.ts';
import type { ConnectorsConfiguration } from './connectors-configuration.ts';

export interface ConnectorDependencies {
  readonly clock: Clock;
  readonly redact: Redact;
  /** Of Signalbox. */
  readonly version: string;
  /** Addresses that are not public and may be reached all the same; those of the configured servers are besides. */
  readonly allowed: AllowedAddresses;
}

export function createConfiguredConnectors(
  { connectors }: Pick<ConnectorsConfiguration, 'connectors'>,
  { allowed, ...dependencies }: ConnectorDependencies,
): readonly Connector[] {
  return connectors.map((configured) => {
    const options: McpConnectorOptions = { ...configured, ...dependencies };
    const { server } = configured;
    if (server.kind === 'stdio') return createMcpConnector(options);
    const guarded = createGuardedFetch({ allowed: allowHostOf(allowed, new URL(server.url)) });
    const connector = createMcpConnector({ ...options, fetch: guarded.fetch });
    return {
      ...connector,
      close: async () => {
        await connector.close();
        await guarded.close();
      },
    };
  });
}
