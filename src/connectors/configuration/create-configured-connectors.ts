/** Creates the connectors of connectors.yaml. Nothing is started or connected before it is needed. */
import type { Clock, Connector, Redact } from '../../runtime/index.ts';
import { type AllowedAddresses, allowHostOf } from '../http/allowed-addresses.ts';
import { createGuardedFetch } from '../http/guarded-fetch.ts';
import { createMcpConnector, type McpConnectorOptions } from '../mcp/create-mcp-connector.ts';
import type { ConnectorsConfiguration } from './connectors-configuration.ts';

export interface ConnectorDependencies {
  readonly clock: Clock;
  readonly redact: Redact;
  /** Version of Signalbox. */
  readonly version: string;
  /** Private addresses that may be connected to, in addition to those of the configured servers. */
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
