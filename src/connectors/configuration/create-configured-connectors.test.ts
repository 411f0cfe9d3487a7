import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { createRedactor } from '../../runtime/index.ts';
import { createFakeClock } from '../../testing/index.ts';
import { publicOnly } from '../http/allowed-addresses.ts';
import { createConfiguredConnectors } from './create-configured-connectors.ts';
import { readConnectorsFile } from './read-connectors-file.ts';

test('[H3.2] the connectors of a file are created, and may connect to its addresses', async () => {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'tiny', version: '1.0.0' });
    server.registerTool('hello', {}, async () => ({ content: [{ type: 'text', text: 'hi' }] }));
    return server;
  });
  const seen: (string | undefined)[] = [];
  const handle = toNodeHandler(handler);
  const listener = createServer((request, response) => {
    seen.push(request.headers.authorization);
    // The types of the adapter do not allow undefined for optional fields.
    void handle(request as Parameters<typeof handle>[0], response);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  const text = `
connectors:
  tiny: { url: "http://127.0.0.1:${port}/mcp", headers: { Authorization: "Bearer \${env:TOKEN}" }, concurrency: 3 }
  other: { command: signalbox-no-such-command }
`;
  const { configuration, violations } = readConnectorsFile(
    { path: 'connectors.yaml', text },
    { TOKEN: 'tok-9' },
  );
  expect(violations).toEqual([]);
  const redactor = createRedactor(() => configuration.values);
  const connectors = createConfiguredConnectors(configuration, {
    clock: createFakeClock(0),
    redactor,
    version: '1.2.3',
    allowed: publicOnly,
  });
  expect(connectors.map(({ name, concurrency }) => [name, concurrency])).toEqual([
    ['tiny', 3],
    ['other', 8],
  ]);
  const operations = await connectors[0]?.operations();
  expect(operations?.map(({ name }) => name)).toEqual(['hello']);
  expect(new Set(seen)).toEqual(new Set(['Bearer tok-9']));
  for (const connector of connectors) await connector.close();
  await handler.close();
  listener.closeAllConnections();
  await new Promise((resolve) => listener.close(resolve));
});
