/** Documents by which programs discover this server and its interfaces. */
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import type { Tool } from '../mcp/contract/tool.ts';
import { about } from './status-page/about.ts';

/** @param base without a trailing slash */
export function serverCard(base: string, version: string) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...about,
    version,
    remotes: [{ type: 'streamable-http', url: `${base}/mcp`, supportedProtocolVersions: protocolVersions() }],
  };
}

export function aiCatalog(base: string) {
  const host = new URL(base).hostname.replaceAll(/[[\]]/g, '').replaceAll(':', '-');
  return {
    specVersion: '1.0',
    entries: [
      {
        identifier: `urn:air:${host}:mcp:signalbox`,
        type: 'application/mcp-server-card+json',
        url: `${base}/mcp/server-card`,
      },
    ],
  };
}

/** The older format: with the tools, and how to call one without the protocol. */
export function mcpDocument(base: string, version: string, tools: readonly Tool[]) {
  return {
    ...about,
    version,
    endpoint: `${base}/mcp`,
    transports: [{ type: 'streamable-http', url: `${base}/mcp` }],
    protocolVersions: protocolVersions(),
    invoke: { method: 'POST', url: `${base}/mcp/tools/invoke`, body: { tool: 'name', input: {} } },
    tools: tools.map(({ name, title, description, input, output, hints }) => ({
      name,
      title,
      description,
      inputSchema: input.schema,
      ...(output === null ? {} : { outputSchema: output }),
      annotations: hints,
    })),
  };
}

/** Oldest first. Revisions before 2025 work as far as they are compatible, and are not advertised. */
const protocolVersions = (): readonly string[] =>
  SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version >= '2025')
    .sort()
    .concat('2026-07-28');
