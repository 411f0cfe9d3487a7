/**
 * A server for the tests: `node server.fixture.mjs (2025|2026) (stdio|PORT)`. Over HTTP it listens on the loopback
 * address, prints its port in the first line, and requires the header `x-token: open`.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer as OldServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod/v4';
import { addTools } from './tools.fixture.mjs';

const [, , era, place] = process.argv;
const information = { name: 'fixture', version: '1.0.0' };

process.stderr.write(`began as ${process.pid}\n`);
if (place === 'stdio') await serveOverStdio();
else serveOverHttp();

async function serveOverStdio() {
  if (era === '2026') {
    // A 2025 client is refused, so that a test knows which era was used.
    serveStdio(() => newServer(() => undefined), { legacy: 'reject' });
  } else await oldServer().connect(new StdioServerTransport());
}

function newServer(announce) {
  const server = new McpServer(information, { capabilities: { tools: { listChanged: true } } });
  addTools(server, (shape) => z.object(shape), announce);
  return server;
}

function oldServer() {
  const server = new OldServer(information);
  addTools(
    server,
    (shape) => shape,
    () => undefined,
  );
  return server;
}

function serveOverHttp() {
  const handle = era === '2026' ? createNewHandler() : createOldHandler();
  const listener = createServer((request, response) => {
    if (request.headers['x-token'] === 'open') return void handle(request, response);
    response.writeHead(401).end('who are you? tok-1');
  });
  listener.listen(Number(place), '127.0.0.1', () => process.stdout.write(`${listener.address().port}\n`));
}

function createNewHandler() {
  const handler = createMcpHandler(() => newServer(() => handler.notify.toolsChanged()), {
    legacy: 'reject',
  });
  return toNodeHandler(handler);
}

/** With sessions, which are lost at a restart. */
function createOldHandler() {
  const sessions = new Map();
  return async (request, response) => {
    const id = request.headers['mcp-session-id'];
    if (id !== undefined && !sessions.has(id)) return response.writeHead(404).end('no such session');
    const transport =
      sessions.get(id) ??
      new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (given) => sessions.set(given, transport),
      });
    if (id === undefined) await oldServer().connect(transport);
    await transport.handleRequest(request, response);
  };
}
