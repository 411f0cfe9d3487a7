/** The real program with the guides of the examples, behind every door that the design's requests can come through. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { invite } from '../mcp/guest.ts';
import { makePlace } from '../mcp/place.ts';

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

/** Takes a message as text; one that has no answer gives undefined. */
export type Door = (text: string) => Promise<Answer | readonly Answer[] | undefined>;

export const wireNames = ['signalbox rpc', 'POST /rpc'] as const;
export const toolNames = ['MCP over stdio', 'MCP over HTTP'] as const;

type WireName = (typeof wireNames)[number];
type ToolName = (typeof toolNames)[number];

export interface Doors<Name extends string> {
  readonly door: (name: Name) => Door;
  close(): Promise<void>;
}

/** Those that speak JSON-RPC without more. */
export interface Wires extends Doors<WireName> {
  /** Writes a line to `signalbox rpc`, and waits for nothing. */
  readonly send: (text: string) => void;
  /** The same program, behind the doors that call tools. */
  openTools(): Promise<Doors<ToolName>>;
}

const examples = new URL('../../examples/guides/', import.meta.url);

const isTestCases = (name: string): boolean => name.endsWith('.test.yaml');

/** @param files more files among the guides, by name */
export async function openWires(files: Readonly<Record<string, string>> = {}): Promise<Wires> {
  const guides = readdirSync(examples).filter((name) => !isTestCases(name));
  const texts = guides.map((name) => [name, readFileSync(new URL(name, examples), 'utf8')] as const);
  const place = await makePlace({ ...Object.fromEntries(texts), ...files });
  const served = await place.serve(0);
  const child = place.start(place.rpc());
  const ended = once(child, 'close');
  if (child.stdout === null) throw new Error('The program has no output.');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const send = (text: string): void => void child.stdin?.write(`${text.replaceAll('\n', ' ')}\n`);
  const doors: Readonly<Record<WireName, Door>> = {
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
    door: (name) => doors[name],
    send,
    async openTools() {
      const stdio = await invite('former, 2025', place.stdio());
      const http = await invite('present, 2026', served.url);
      const tools: Readonly<Record<ToolName, Door>> = {
        'MCP over stdio': callTool(stdio),
        'MCP over HTTP': callTool(http),
      };
      return {
        door: (name) => tools[name],
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

/** The request as the call of a tool: what goes wrong there is a result, with the number in it. */
function callTool(guest: Awaited<ReturnType<typeof invite>>): Door {
  return async (text) => {
    const { method, params } = JSON.parse(text) as { method: string; params: Record<string, unknown> | null };
    const { isError, value } = await guest.call(method, params ?? {});
    return isError ? { error: { code: value['code'], data: value } } : { result: value };
  };
}
