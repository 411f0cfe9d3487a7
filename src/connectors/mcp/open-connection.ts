/**
 * A connection to an MCP server, in the protocol era that the server speaks, with the list of its tools. It ends once:
 * when it is closed, or when the server does; whoever keeps it opens another. The library for the protocol comes with
 * this module, which is loaded when there is something to connect to.
 */
import {
  type CallToolResult,
  Client,
  type ConnectOptions,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { boundedFetch } from './bounded-fetch.ts';
import { type CallFailure, classifyCallError } from './classify-call-error.ts';
import { describeError } from './describe-error.ts';
import type { McpServer } from './mcp-server.ts';
import type { StderrTail } from './stderr-tail.ts';
import { maxMessageBytes, TooLargeError } from './too-large-error.ts';

export interface Connection {
  call(call: ToolCall, signal: AbortSignal): Promise<ToolAnswer>;
  /** As listed last. */
  tools(): ReadonlyMap<string, Tool>;
  /** Asks for the list again. */
  refresh(): Promise<void>;
  /** What spares the next connection to ask for the era; undefined where asking costs nothing. */
  readonly prior: Prior | undefined;
  close(): Promise<void>;
}

export interface ToolCall {
  readonly tool: Tool;
  readonly values: Record<string, unknown>;
  /** The same for every attempt of the same piece of work. */
  readonly key: string;
  /** Milliseconds without a sign of life until it is given up. */
  readonly timeout: number;
}

export type ToolAnswer = { readonly kind: 'answered'; readonly result: CallToolResult } | CallFailure;

export type Prior = NonNullable<ConnectOptions['prior']>;

export interface ConnectionOptions {
  /** Of the connector. */
  readonly name: string;
  readonly server: McpServer;
  /** Of Signalbox, which introduces itself. */
  readonly version: string;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly prior: Prior | undefined;
  readonly stderrTail: StderrTail;
  readonly signal: AbortSignal;
  /** Called once, unless opening failed. */
  readonly onEnd: () => void;
  readonly onTools: (tools: ReadonlyMap<string, Tool>) => void;
}

/** A program may have to be fetched before it runs. */
const connectTime = 60_000;
const probeTime = 20_000;
const listTime = 30_000;

/** A tool that tells of its progress may take that much longer. */
const maxCallTime = 3_600_000;

/** Where servers that honour it find what makes a call the same as another. */
const keyField = 'com.signalbox/idempotency-key';

/** Throws an error in words for people where the server cannot be reached or does not speak the protocol. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { prior, signal, onTools } = options;
  let tools: ReadonlyMap<string, Tool> = new Map();
  let asked = 0;
  /** How many waited for an answer when a message was too large for its program to be heard any further. */
  let cutOff = 0;
  const ask = async <Answer>(question: Promise<Answer>): Promise<Answer> => {
    asked += 1;
    try {
      return await question;
    } catch (error) {
      // Where several waited nobody knows whose answer it was.
      throw cutOff === 1 ? new TooLargeError() : error;
    } finally {
      asked -= 1;
    }
  };
  const refresh = async (): Promise<void> => {
    if (client.getServerCapabilities()?.tools === undefined) return;
    const { tools: listed } = await ask(
      client.listTools(undefined, { cacheMode: 'refresh', timeout: listTime }),
    );
    tools = new Map(listed.map((tool) => [tool.name, tool]));
    onTools(tools);
  };
  const client = new Client(
    { name: 'signalbox', version: options.version },
    {
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: probeTime } },
      // Nobody is there whom a tool could ask.
      inputRequired: { autoFulfill: false },
      listChanged: {
        // A list that cannot be had now is asked for again when it is missed.
        tools: { autoRefresh: false, debounceMs: 0, onChanged: () => void refresh().catch(() => undefined) },
      },
    },
  );
  const transport = createTransport(options);
  let isOpen = false;
  client.onclose = () => {
    if (isOpen) options.onEnd();
    isOpen = false;
  };
  // What goes wrong with a call is told to the call; what ends the connection, by its end.
  client.onerror = ({ message }) => {
    if (message.startsWith('ReadBuffer exceeded')) cutOff = asked;
  };
  try {
    const connectOptions = { timeout: connectTime, signal };
    await client.connect(transport, prior === undefined ? connectOptions : { ...connectOptions, prior });
    if (prior?.kind === 'modern' && client.getServerCapabilities()?.tools?.listChanged === true) {
      // Where the era was asked for, the library has done so; a server that refuses is asked again when it matters.
      await client.listen({ toolsListChanged: true }, connectOptions).catch(() => undefined);
    }
    await refresh();
  } catch (error) {
    await client.close().catch(() => undefined);
    await transport.close().catch(() => undefined);
    throw new Error(describeError(error), { cause: error });
  }
  isOpen = true;
  return {
    call: async (call, signal) => {
      try {
        return { kind: 'answered', result: await ask(callTool(client, call, signal)) };
      } catch (error) {
        return classifyCallError(error, options.name);
      }
    },
    tools: () => tools,
    refresh,
    prior: transport instanceof StdioClientTransport ? priorOf(client) : undefined,
    close: async () => {
      // A session is given back where there is one; a server that has gone needs nothing.
      if (transport instanceof StreamableHTTPClientTransport) {
        await transport.terminateSession().catch(() => undefined);
      }
      await client.close().catch(() => undefined);
    },
  };
}

function callTool(
  client: Client,
  { tool, values, key, timeout }: ToolCall,
  signal: AbortSignal,
): Promise<CallToolResult> {
  // The tool has run: what it answers is taken as it is, also where its own schema says otherwise.
  const { outputSchema, ...toolDefinition } = tool;
  return client.callTool(
    { name: tool.name, arguments: values, _meta: { [keyField]: key } },
    {
      signal,
      timeout,
      resetTimeoutOnProgress: true,
      maxTotalTimeout: Math.max(maxCallTime, timeout),
      onprogress: () => undefined,
      toolDefinition,
    },
  );
}

function createTransport({ server, fetch, stderrTail }: ConnectionOptions): Transport {
  if (server.kind === 'http') {
    return new StreamableHTTPClientTransport(new URL(server.url), {
      requestInit: { headers: { ...server.headers } },
      fetch: boundedFetch(fetch ?? globalThis.fetch),
    });
  }
  const transport = new StdioClientTransport({
    command: server.command,
    args: [...server.args],
    env: { ...server.env },
    stderr: 'pipe',
    maxBufferSize: maxMessageBytes,
    ...(server.cwd === undefined ? {} : { cwd: server.cwd }),
  });
  stderrTail.listen(transport.stderr);
  return transport;
}

/** To ask a program for its era it is started once more. */
function priorOf(client: Client): Prior | undefined {
  if (client.getProtocolEra() === 'legacy') return { kind: 'legacy' };
  const discover = client.getDiscoverResult();
  return discover === undefined ? undefined : { kind: 'modern', discover };
}
