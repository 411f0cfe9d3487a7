/** The tools of a real Signalbox, called without the protocol: the examples, and its own documents. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Json } from '../../src/kernel/index.ts';
import {
  registry as allOperations,
  openKeys,
  type Principal,
  type Registry,
  resolveSettings,
  scopes,
} from '../../src/operations/index.ts';
import { openSignalbox } from '../../src/server/local/open-signalbox.ts';
import { callTool } from '../../src/server/mcp/call/call-tool.ts';
import type { CallRecord } from '../../src/server/mcp/contract/call-record.ts';
import { plainClient } from '../../src/server/mcp/contract/client.ts';
import type { ToolChoice, ToolRegistry } from '../../src/server/mcp/contract/contents.ts';
import type { JsonObject, Tool } from '../../src/server/mcp/contract/tool.ts';
import { createMcpEndpoint } from '../../src/server/mcp/protocol/create-mcp-endpoint.ts';
import { createToolRegistry, type ToolRegistryOptions } from '../../src/server/mcp/registry/tool-registry.ts';
import { createResourceList } from '../../src/server/mcp/resources/resource-list.ts';
import { OpenCalls } from '../../src/server/pipeline/open-calls.ts';
import { checkOutput } from '../operations/check-output.ts';

export interface ToolFixture {
  readonly toolRegistry: ToolRegistry;
  /** Calls of Signalbox, by operation. */
  readonly asked: readonly string[];
  readonly calls: readonly CallRecord[];
  /** Names of the listed tools. */
  names(choice?: ToolChoice, principal?: Principal): Promise<readonly string[]>;
  /** Throws if it does not exist. */
  tool(name: string): Promise<Tool>;
  /** Whatever its outcome. */
  invoke(tool: string, input?: object, principal?: Principal, signal?: AbortSignal): Promise<Invoked>;
  /** As a protocol client without questions and tasks gets it: text and structured content. */
  callAsClient(tool: string, input?: object): Promise<ClientResult>;
  /** Throws on an error. */
  succeed(tool: string, input?: object): Promise<Answer>;
  /** Throws if there is no error. */
  refused(tool: string, input?: object, principal?: Principal): Promise<Answer>;
  operate(operation: string, input: object): Promise<Json>;
  close(): Promise<void>;
}

export type Answer = Readonly<Record<string, unknown>>;

export interface ClientResult {
  readonly text: string;
  readonly structured: Answer;
  readonly isError: boolean;
}

interface Invoked {
  readonly status: number;
  readonly body: JsonObject;
}

export const ann: Principal = {
  subject: 'ann',
  tenant: 'default',
  scopes: new Set(scopes),
  roles: [],
  kind: 'agent',
};

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

/** Workflows that return a value, ask, fail, wait for long, and ask two questions at once. */
const fixtureSource = `domain: desk
version: "2.1"
workflows:
  tell:
    description: Gives back what it got
    params:
      text: { type: any, required: true, description: "What to say", example: Hi }
      times: { type: int, default: 1 }
    graph: { say: { call: echo, args: { text: $text } } }
    result: $say.text
  ask:
    description: Asks for a word
    graph:
      ask: { type: yield, message: "Which word?", expects: { word: str } }
      say: { call: echo, depends_on: [ask], args: { text: $ask.word } }
    result: $say.text
  ask_two:
    graph:
      left: { type: yield, message: "Left?", expects: { word: str } }
      right: { type: yield, message: "Right?", expects: { word: str } }
  fail:
    graph:
      say: { call: echo, args: { text: soon } }
      choose:
        type: branch
        depends_on: [say]
        on: [{ when: "$say.text == 'soon'", goto: stop }, { default: go }]
      stop: { type: error, message: Not today }
      go: { call: echo }
  slow: { description: Takes a day, graph: { pause: { wait: 1 day } } }
`;

const brokenSource = `workflows:
  wrong: { graph: { say: { call: echo, depends_on: [nothing] } } }
  sound: { graph: { say: { call: echo } } }
`;

/**
 * @param pinned workflows that are listed first
 * @param files more documents, by name
 * @param registry available operations; default: all
 */
export async function openToolFixture(
  pinned: readonly string[] = [],
  offered: Pick<ToolRegistryOptions, 'workflowTools' | 'caseTools'> = {},
  files: Readonly<Record<string, string>> = {},
  registry: Registry = allOperations,
): Promise<ToolFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-tools-'));
  const own = join(folder, 'workflows');
  await mkdir(own);
  await writeFile(join(own, 'desk.yaml'), fixtureSource);
  await writeFile(join(own, 'broken.yaml'), brokenSource);
  for (const [name, text] of Object.entries(files)) await writeFile(join(own, name), text);
  const flags = new Map([
    ['--data', [join(folder, 'data')]],
    ['--workflows', [own, join(examples, 'travel'), join(examples, 'hello')]],
  ]);
  const env = { SIGNALBOX_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' };
  const { settings } = resolveSettings({ flags, env, folder });
  const box = await openSignalbox(settings, { env: {}, version: '1', registry, warn: () => undefined });
  const asked: string[] = [];
  const records: CallRecord[] = [];
  const call = async (principal: Principal, operation: string, input: unknown): Promise<Json> => {
    asked.push(operation);
    return checkOutput(operation, await box.call(principal, operation, input), registry);
  };
  const keys = await openKeys(settings);
  const note = (record: CallRecord): void => void records.push(record);
  const report = (line: string, error: unknown): never => {
    throw new Error(line, { cause: error });
  };
  const toolRegistry = createToolRegistry({ call, registry, pinned, ...offered });
  const mcpEndpoint = createMcpEndpoint({
    signalbox: { call },
    contents: {
      tools: toolRegistry,
      resources: createResourceList({ call, toolOf: noTool }),
      prompts: [],
      logs: false,
    },
    keys,
    version: '1',
    instructionsFor: () => '',
    retention: null,
    note,
    report,
  });
  const neverAborted = new AbortController().signal;
  const calls = {
    ...{ tools: toolRegistry, keys, note, report, open: new OpenCalls(), closing: neverAborted },
    performAs: call,
  };
  const invoke: ToolFixture['invoke'] = (tool, input = {}, principal = ann, signal = neverAborted) =>
    mcpEndpoint.invoke({ tool, input, signal }, { principal, choice: undefined });
  return {
    toolRegistry,
    asked,
    calls: records,
    invoke,
    names: async (choice, principal = ann) =>
      (await toolRegistry.list(principal, choice)).map(({ name }) => name),
    async tool(name) {
      const found = await toolRegistry.find(ann, name);
      if (found === undefined) throw new Error(`There is no tool ${name}.`);
      return found;
    },
    async callAsClient(name, input = {}) {
      const client = { ...plainClient, era: 'modern' } as const;
      const caller = { principal: ann, choice: undefined };
      // It comes as JSON.
      const callRequest = {
        name,
        input: input as JsonObject,
        caller,
        client,
        signal: neverAborted,
        request: null,
      };
      const called = await callTool(calls, callRequest);
      if (called.kind !== 'result') throw new Error('It is no result.');
      // A client that cannot be asked gets a result.
      const { content, structuredContent, isError = false } = called.result as CallToolResult;
      const [first] = content;
      const text = first?.type === 'text' ? first.text : '';
      return { text, structured: Object(structuredContent), isError };
    },
    async succeed(tool, input) {
      const { status, body } = await invoke(tool, input);
      if (status !== 200) throw new Error(`${tool} gave ${status}: ${JSON.stringify(body)}`);
      return body;
    },
    async refused(tool, input, principal) {
      const { status, body } = await invoke(tool, input, principal);
      if (status === 200) throw new Error(`${tool} was not refused: ${JSON.stringify(body)}`);
      return body;
    },
    operate: (operation, input) => box.call(ann, operation, input),
    async close() {
      await mcpEndpoint.close();
      await box.close();
      await rm(folder, { recursive: true });
    },
  };
}

const noTool = async (): Promise<undefined> => undefined;
