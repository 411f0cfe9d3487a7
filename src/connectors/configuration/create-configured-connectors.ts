/** Creates the connectors of connectors.yaml. Nothing is started or connected before it is needed. */
import type { Clock, Connector, Redactor } from '../../runtime/index.ts';
import { type AllowedAddresses, allowHostOf } from '../http/allowed-addresses.ts';
import { createGuardedFetch } from '../http/guarded-fetch.ts';
import { createHttpClient } from '../http/http-client.ts';
import { createMcpConnector, type McpConnectorOptions } from '../mcp/create-mcp-connector.ts';
import { configuredSource } from '../openapi/api-source.ts';
import { createOpenApiConnector } from '../openapi/create-openapi-connector.ts';
import { readApiFile } from '../openapi/read-api-file.ts';
import type { ConnectorsConfiguration } from './connectors-configuration.ts';

export interface ConnectorDependencies {
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** Version of Signalbox. */
  readonly version: string;
  /** Private addresses that may be connected to, in addition to those of the configured servers. */
  readonly allowed: AllowedAddresses;
}

export function createConfiguredConnectors(
  { connectors }: Pick<ConnectorsConfiguration, 'connectors'>,
  { allowed, clock, redactor, version }: ConnectorDependencies,
): readonly Connector[] {
  return connectors.map((configured) => {
    const { server, ...limits } = configured;
    if (server.kind === 'api') {
      // Only an address that the operator wrote may be private, not one from the document.
      const reachable = server.url === '' ? allowed : allowHostOf(allowed, new URL(server.url));
      const client = createHttpClient({ allowed: reachable });
      const source = configuredSource(configured.name, server, async () => readApiFile(server.path).document);
      return createOpenApiConnector({ ...limits, source, client, redactor, clock, version });
    }
    const options: McpConnectorOptions = { ...limits, server, clock, redact: redactor.redact, version };
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
