/** The real program with the example guides, over every interface of the design's requests. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createProgramFixture } from '../mcp/program-fixture.ts';
import { connectTestClient } from '../mcp/test-client.ts';

export interface Answer {
  readonly jsonrpc?: string;
  readonly id?: unknown;
  readonly result?: Readonly<Record<string, unknown>> | null;
  readonly error?: {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly data: Readonly<Record<string, unknown>>;
  };
}

/** Sends a message as text; returns `undefined` if it has no answer. */
export type SendMessage = (text: string) => Promise<Answer | readonly Answer[] | undefined>;

export const rpcNames = ['signalbox rpc', 'POST /rpc'] as const;
export const toolNames = ['MCP over stdio', 'MCP over HTTP'] as const;

type RpcName = (typeof rpcNames)[number];
type ToolName = (typeof toolNames)[number];

export interface Interfaces<Name extends string> {
  readonly senderFor: (name: Name) => SendMessage;
  close(): Promise<void>;
}

/** Interfaces of plain JSON-RPC. */
export interface RpcInterfaces extends Interfaces<RpcName> {
  /** Writes a line to `signalbox rpc` without waiting. */
  readonly send: (text: string) => void;
  /** The same program, over the interfaces that call tools. */
  openTools(): Promise<Interfaces<ToolName>>;
}

const examples = new URL('../../examples/guides/', import.meta.url);

const isTestCases = (name: string): boolean => name.endsWith('.test.yaml');

/** @param files more files next to the guides, by name */
export async function openRpcInterfaces(
  files: Readonly<Record<string, string>> = {},
): Promise<RpcInterfaces> {
  const guides = readdirSync(examples).filter((name) => !isTestCases(name));
  const texts = guides.map((name) => [name, readFileSync(new URL(name, examples), 'utf8')] as const);
  const place = await createProgramFixture({ ...Object.fromEntries(texts), ...files });
  const served = await place.serve(0);
  const child = place.start(place.rpc());
  const ended = once(child, 'close');
  if (child.stdout === null) throw new Error('The program has no output.');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const send = (text: string): void => void child.stdin?.write(`${text.replaceAll('\n', ' ')}\n`);
  const senders: Readonly<Record<RpcName, SendMessage>> = {
    'signalbox rpc': async (text) => {
      send(text);
      return JSON.parse(String((await lines.next()).value)) as Answer;
    },
    'POST /rpc': async (body) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(new URL('/rpc', served.url), { method: 'POST', headers, body });
      return response.status === 204 ? undefined : ((await response.json()) as Answer);
    },
  };
  return {
    senderFor: (name) => senders[name],
    send,
    async openTools() {
      const stdio = await connectTestClient('former, 2025', place.stdio());
      const http = await connectTestClient('present, 2026', served.url);
      const tools: Readonly<Record<ToolName, SendMessage>> = {
        'MCP over stdio': callTool(stdio),
        'MCP over HTTP': callTool(http),
      };
      return {
        senderFor: (name) => tools[name],
        close: async () => void (await Promise.all([stdio.close(), http.close()])),
      };
    },
    async close() {
      child.stdin?.end();
      await ended;
      await place.remove();
    },
  };
}

/** The request as a tool call: an error is a result that contains the number. */
function callTool(guest: Awaited<ReturnType<typeof connectTestClient>>): SendMessage {
  return async (text) => {
    const { method, params } = JSON.parse(text) as { method: string; params: Record<string, unknown> | null };
    const { isError, value } = await guest.call(method, params ?? {});
    return isError ? { error: { code: value['code'], data: value } } : { result: value };
  };
}
