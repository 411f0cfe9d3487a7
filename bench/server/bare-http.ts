/** A separate process: the plain echo over HTTP, with the SDK's defaults. It prints its address. */
import { createServer } from 'node:http';
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createBareEcho } from './bare-echo.ts';

const handle = toNodeHandler(createMcpHandler(createBareEcho));
const server = createServer((message, response) => {
  // Its fields may be undefined where the SDK's type says that they may be absent.
  void handle(message as NodeIncomingMessageLike, response);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.error(`http://127.0.0.1:${address?.port}/mcp`);
});
