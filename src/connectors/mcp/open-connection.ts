/**
 * A connection to an MCP server, in the protocol era that the server supports, with the list of its tools. It ends once:
 * when it is closed, or when the server ends; the owner then opens another. This module imports the protocol library and
 * is loaded only when there is something to connect to.
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
  /** As of the last listing. */
  tools(): ReadonlyMap<string, Tool>;
  /** Requests the list again. */
  refresh(): Promise<void>;
  /** Skips the detection of the era for the next connection; `undefined` if detection is free. */
  readonly prior: Prior | undefined;
  close(): Promise<void>;
}

export interface ToolCall {
  readonly tool: Tool;
  readonly values: Record<string, unknown>;
  /** The same for all attempts of one piece of work. */
  readonly key: string;
  /** Milliseconds without progress until it times out. */
  readonly timeout: number;
}

export type ToolAnswer = { readonly kind: 'answered'; readonly result: CallToolResult } | CallFailure;

export type Prior = NonNullable<ConnectOptions['prior']>;

export interface ConnectionOptions {
  /** Name of the connector. */
  readonly name: string;
  readonly server: McpServer;
  /** Version of Signalbox, for the handshake. */
  readonly version: string;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly prior: Prior | undefined;
  readonly stderrTail: StderrTail;
  readonly signal: AbortSignal;
  /** Called once, unless opening failed. */
  readonly onEnd: () => void;
  readonly onTools: (tools: ReadonlyMap<string, Tool>) => void;
}

/** A program may have to be downloaded before it runs. */
const connectTime = 60_000;
const probeTime = 20_000;
const listTime = 30_000;

/** Limit for a tool that reports progress. */
const maxCallTime = 3_600_000;

/** Metadata key of the idempotency key, for servers that support it. */
const keyField = 'com.signalbox/idempotency-key';

/** Throws an error with a readable message if the server cannot be reached or does not support the protocol. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { prior, signal, onTools } = options;
  let tools: ReadonlyMap<string, Tool> = new Map();
  let asked = 0;
  /** Number of pending requests when a message exceeded the limit and the program could no longer be read. */
  let cutOff = 0;
  const ask = async <Answer>(question: Promise<Answer>): Promise<Answer> => {
    asked += 1;
    try {
      return await question;
    } catch (error) {
      // With several pending requests it is unknown which one the message answered.
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
      // There is no person whom a tool could ask.
      inputRequired: { autoFulfill: false },
      listChanged: {
        // If the list fails now, it is requested again when it is needed.
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
  // Errors of a call are reported to the call; the end of the connection, by its end.
  client.onerror = ({ message }) => {
    if (message.startsWith('ReadBuffer exceeded')) cutOff = asked;
  };
  try {
    const connectOptions = { timeout: connectTime, signal };
    await client.connect(transport, prior === undefined ? connectOptions : { ...connectOptions, prior });
    if (prior?.kind === 'modern' && client.getServerCapabilities()?.tools?.listChanged === true) {
      // With detection the library subscribes by itself. If the server refuses, the list is requested when needed.
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
      // Ends the session if there is one; errors of a server that is gone are ignored.
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
  // The tool has run: its result is accepted even if it violates its own schema.
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

/** Detecting the era of a program means starting it once more. */
function priorOf(client: Client): Prior | undefined {
  if (client.getProtocolEra() === 'legacy') return { kind: 'legacy' };
  const discover = client.getDiscoverResult();
  return discover === undefined ? undefined : { kind: 'modern', discover };
}
