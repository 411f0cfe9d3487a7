/**
 * A connection to an MCP server, in the protocol era that the server supports, with the list of its tools. It ends once:
 * when it is closed, or when the server ends; the owner then opens another. This module imports the protocol library and
 * is loaded only when there is something to connect to.
 */
import {
  type CallToolResult,
  Client,
  type ConnectOptions,
  SdkError,
  SdkErrorCode,
  type Tool,
} from '@modelcontextprotocol/client';
import type { Clock } from '../../runtime/index.ts';
import { type CallFailure, classifyCallError } from './classify-call-error.ts';
import { coalesce } from './coalesce.ts';
import { createTransport } from './create-transport.ts';
import { describeError } from './describe-error.ts';
import type { McpServer } from './mcp-server.ts';
import { maxPages, maxTools, tooManyTools } from './server-limits.ts';
import type { StderrTail } from './stderr-tail.ts';
import { TooLargeError } from './too-large-error.ts';

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
  readonly clock: Clock;
  /** Version of Signalbox, for the handshake. */
  readonly version: string;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly prior: Prior | undefined;
  readonly stderrTail: StderrTail;
  readonly signal: AbortSignal;
  /** Called once with the reason, unless opening failed. */
  readonly onEnd: (reason: string) => void;
  readonly onTools: (tools: ReadonlyMap<string, Tool>) => void;
}

/** A program may have to be downloaded before it runs. */
const connectTime = 60_000;
const probeTime = 20_000;
const listTime = 30_000;
/** Milliseconds between two lists, however often the server reports a change. */
const listInterval = 1_000;

/** Limit for a tool that reports progress. */
const maxCallTime = 3_600_000;

/** Metadata key of the idempotency key, for servers that support it. */
const keyField = 'com.signalbox/idempotency-key';

/** Throws an error with a readable message if the server cannot be reached or does not support the protocol. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  try {
    return await connect(options).catch((error: unknown) => {
      const { server, prior, signal } = options;
      if (server.kind !== 'stdio' || prior !== undefined || signal.aborted || !isEnd(error)) throw error;
      // Some programs of the 2025 era end when they are asked for their era.
      return connect({ ...options, prior: { kind: 'legacy' } });
    });
  } catch (error) {
    throw new Error(describeError(error), { cause: error });
  }
}

const connectionClosed = (): SdkError =>
  new SdkError(SdkErrorCode.ConnectionClosed, 'The connection was closed.');

const isEnd = (error: unknown): boolean =>
  error instanceof SdkError &&
  (error.code === SdkErrorCode.EraNegotiationFailed || error.code === SdkErrorCode.ConnectionClosed);

/** Of this transport of programs, or of that of the library. */
const isTooLarge = (error: Error): boolean =>
  error instanceof TooLargeError || error.message.startsWith('ReadBuffer exceeded');

async function connect(options: ConnectionOptions): Promise<Connection> {
  const { prior, signal, clock, onTools } = options;
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
      throw cutOff === 1 ? new TooLargeError() : (transport.violation ?? error);
    } finally {
      asked -= 1;
    }
  };
  const refresh = async (): Promise<void> => {
    if (client.getServerCapabilities()?.tools === undefined) return;
    const { tools: listed } = await ask(
      client.listTools(undefined, { cacheMode: 'refresh', timeout: listTime }),
    );
    if (listed.length > maxTools) throw tooManyTools(listed.length);
    tools = new Map(listed.map((tool) => [tool.name, tool]));
    onTools(tools);
  };
  // If the list fails now, it is requested again when it is needed.
  const changes = coalesce(() => refresh().catch(() => undefined), listInterval, clock);
  const client = new Client(
    { name: 'signalbox', version: options.version },
    {
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: probeTime } },
      // There is no person whom a tool could ask.
      inputRequired: { autoFulfill: false },
      listMaxPages: maxPages,
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => changes.request() } },
    },
  );
  const { transport, endSession } = createTransport(options);
  let isOpen = false;
  client.onclose = () => {
    changes.stop();
    if (isOpen)
      options.onEnd(
        transport.violation === undefined ? 'the server ended.' : describeError(transport.violation),
      );
    isOpen = false;
  };
  // Errors of a call are reported to the call; the end of the connection, by its end.
  client.onerror = (error) => {
    if (options.server.kind === 'stdio' && isTooLarge(error)) cutOff = asked;
  };
  if (signal.aborted) throw connectionClosed();
  // While the library asks for the era, it does not notice that the connection is no longer wanted.
  let stop = (): void => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(connectionClosed());
  });
  signal.addEventListener('abort', stop);
  try {
    const connectOptions = { timeout: connectTime, signal };
    const connected = client.connect(
      transport,
      prior === undefined ? connectOptions : { ...connectOptions, prior },
    );
    await Promise.race([connected, stopped]);
    if (prior?.kind === 'modern' && client.getServerCapabilities()?.tools?.listChanged === true) {
      // With detection the library subscribes by itself. If the server refuses, the list is requested when needed.
      await client.listen({ toolsListChanged: true }, connectOptions).catch(() => undefined);
    }
    await refresh();
  } catch (error) {
    await transport.close().catch(() => undefined);
    throw transport.violation ?? error;
  } finally {
    signal.removeEventListener('abort', stop);
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
    prior: options.server.kind === 'stdio' ? priorOf(client) : undefined,
    close: async () => {
      await endSession();
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

/** A program may be slow to answer the question for its era, or may have to be started again after it. */
function priorOf(client: Client): Prior | undefined {
  if (client.getProtocolEra() === 'legacy') return { kind: 'legacy' };
  const discover = client.getDiscoverResult();
  return discover === undefined ? undefined : { kind: 'modern', discover };
}
