/** The interfaces of a server over which the tools of question flows are called, each with what its caller receives. */
import { registry } from '../../src/operations/index.ts';
import { connectTestClient, type ReceivedNotification, type TestClientKind } from '../mcp/test-client.ts';
import type { Fields, FlowServer } from './flow-server.ts';

export interface Heard {
  readonly isError: boolean;
  /** The answer, or the error with its fields. */
  readonly value: Fields;
  /** Notifications that came before it, over a channel of their own. */
  readonly notifications: readonly ReceivedNotification[];
}

export interface Interface {
  readonly name: string;
  /** Whether it has a channel for notifications. */
  readonly hasChannel: boolean;
  call(tool: string, input: Fields): Promise<Heard>;
  close(): Promise<void>;
}

const kinds: readonly TestClientKind[] = ['present, 2026', 'present, 2025', 'former, 2025'];

export const openInterfaces = async (server: FlowServer): Promise<readonly Interface[]> => [
  ...(await Promise.all(kinds.map((kind) => openMcp(kind, server)))),
  withoutChannel('REST', (tool, input) => callRest(server, tool, input)),
  withoutChannel('JSON-RPC', (tool, input) => callMethod(server, tool, input)),
  withoutChannel('JSON-RPC, tools/call', (tool, input) => callTool(server, tool, input)),
  withoutChannel('invoke', async (tool, input) => {
    const { status, body } = await server.ask('POST /mcp/tools/invoke', { tool, input });
    return { isError: status >= 400, value: body };
  }),
];

async function openMcp(kind: TestClientKind, { mcp }: FlowServer): Promise<Interface> {
  const client = await connectTestClient(kind, mcp);
  return {
    name: `MCP, ${kind}`,
    hasChannel: true,
    async call(tool, input) {
      const { isError, value } = await client.call(tool, input);
      return { isError, value, notifications: client.takeNotifications() };
    },
    close: () => client.close(),
  };
}

const withoutChannel = (
  name: string,
  call: (tool: string, input: Fields) => Promise<Pick<Heard, 'isError' | 'value'>>,
): Interface => ({
  name,
  hasChannel: false,
  call: async (tool, input) => ({ ...(await call(tool, input)), notifications: [] }),
  close: async () => {},
});

/** Fields that the path names are in it; the others are in the body. */
async function callRest({ ask }: FlowServer, tool: string, input: Fields) {
  const operation = registry.names.map((name) => registry.get(name)).find((each) => each.tool?.name === tool);
  if (operation?.rest === undefined) throw new Error(`“${tool}” has no route.`);
  const rest = { ...input };
  const path = operation.rest.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(rest[field]);
    delete rest[field];
    return encodeURIComponent(value);
  });
  const { method } = operation.rest;
  const { status, body } = await ask(`${method} ${path}`, ...(method === 'POST' ? [rest] : []));
  return { isError: status >= 400, value: body };
}

async function callMethod({ ask }: FlowServer, method: string, params: Fields) {
  const { body } = await ask('POST /rpc', { jsonrpc: '2.0', id: 1, method, params });
  const { result, error } = body as { readonly result?: Fields; readonly error?: { readonly data: Fields } };
  return { isError: error !== undefined, value: result ?? error?.data ?? {} };
}

async function callTool(server: FlowServer, name: string, input: Fields) {
  const { value } = await callMethod(server, 'tools/call', { name, arguments: input });
  const { isError = false, structuredContent } = value as {
    readonly isError?: boolean;
    readonly structuredContent?: Fields;
  };
  return { isError, value: structuredContent ?? value };
}
