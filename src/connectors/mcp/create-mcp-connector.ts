/**
 * A connector whose operations are the tools of another MCP server, over stdio or HTTP, in both protocol eras. The
 * connection is opened on first use and kept; the list of tools outlives it.
 */
import type { Tool } from '@modelcontextprotocol/client';
import { describeDuration, findNearest } from '../../expression/index.ts';
import type { Failure } from '../../kernel/index.ts';
import type {
  Call,
  Clock,
  Connector,
  ConnectorHealth,
  ConnectorOutcome,
  Redact,
} from '../../runtime/index.ts';
import { plainArguments } from '../values/plain-arguments.ts';
import type { McpServer } from './mcp-server.ts';
import type { Connection, Prior } from './open-connection.ts';
import { outcomeOfResult } from './outcome-of-result.ts';
import { ReconnectingConnection } from './reconnecting-connection.ts';
import { StderrTail } from './stderr-tail.ts';
import { isHarmless, toolOperation, withKey } from './tool-operation.ts';

export interface McpConnectorOptions {
  readonly name: string;
  readonly server: McpServer;
  readonly clock: Clock;
  readonly redact: Redact;
  /** Version of Signalbox, for the handshake. */
  readonly version: string;
  /** For servers over HTTP; default: the built-in fetch. */
  readonly fetch?: typeof globalThis.fetch;
  readonly concurrency?: number;
  /** Milliseconds without progress until a call times out. */
  readonly timeout?: number;
}

const defaultConcurrency = 8;
const defaultTimeout = 60_000;
/** How long requests for the list of tools wait for a connection, all together. */
const listTimeout = 5_000;
/** How long a call waits for a connection. */
const callTimeout = 10_000;

export function createMcpConnector(options: McpConnectorOptions): Connector {
  const { name, server, clock, redact, version, fetch, timeout = defaultTimeout } = options;
  const stderrTail = new StderrTail();
  let known: ReadonlyMap<string, Tool> = new Map();
  let prior: Prior | undefined;
  const mcpConnection = new ReconnectingConnection<Connection>({
    clock,
    open: async (signal, onEnd) => {
      const asked = prior;
      // An upgraded server may use another era: if a connection fails, the era is detected again.
      prior = undefined;
      const onTools = (tools: ReadonlyMap<string, Tool>): void => {
        known = tools;
      };
      const { openConnection } = await import('./open-connection.ts');
      const opened = await openConnection({
        name,
        server,
        clock,
        version,
        fetch,
        prior: asked,
        stderrTail,
        signal,
        onEnd,
        onTools,
      });
      prior = opened.prior;
      return opened;
    },
  });
  const failed = (failure: Failure): ConnectorOutcome => ({
    kind: 'failed',
    failure: { ...failure, message: redact(failure.message) },
  });

  const unavailable = (): Failure => {
    const condition = mcpConnection.status();
    return {
      code: 'mcp-unavailable',
      message: describeUnavailable(),
      retryable: true,
      ...(condition.kind === 'waiting' ? { retryAfter: Math.max(0, condition.until - clock.now()) } : {}),
    };
  };

  const describeUnavailable = (): string => {
    const condition = mcpConnection.status();
    if (condition.kind === 'closed') return `The connector “${name}” is closed.`;
    const what = server.kind === 'stdio' ? `“${server.command}”` : new URL(server.url).origin;
    if (condition.kind !== 'waiting') {
      const since = describeDuration(inSeconds(mcpConnection.disconnectedFor()));
      return `The connector “${name}” is still connecting: ${what} has not responded for ${since}.`;
    }
    const again = describeDuration(inSeconds(condition.until - clock.now()));
    const stderrLines = stderrTail.lines();
    const said = stderrLines.length === 0 ? '' : ` Its last output:\n${stderrLines.join('\n')}`;
    return `The connector “${name}” has no connection to ${what}: ${mcpConnection.reason()} The next attempt is within ${again}.${said}`;
  };

  /** The tool, with a new request for the list if it is unknown; `undefined` if it does not exist. */
  const findTool = async (connection: Connection, tool: string): Promise<Tool | undefined> => {
    if (!connection.tools().has(tool)) await connection.refresh().catch(() => undefined);
    return connection.tools().get(tool);
  };

  const perform = async (
    call: Call,
    given: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    isAgain: boolean,
  ): Promise<ConnectorOutcome> => {
    const connection = await mcpConnection.get(callTimeout, signal);
    if (connection === undefined) return failed(signal.aborted ? stopped : unavailable());
    const tool = await findTool(connection, call.operation);
    if (tool === undefined) return failed(unknownTool(name, call.operation, [...connection.tools().keys()]));
    const values = withKey(tool, given, call.key);
    const answer = await connection.call({ tool, values, key: call.key, timeout }, signal);
    if (answer.kind === 'answered') {
      mcpConnection.resetBackoff();
      return outcomeOfResult(answer.result, tool.name, redact);
    }
    if (answer.kind === 'failed' && !signal.aborted) return failed(answer.failure);
    if (answer.kind === 'not-sent') {
      mcpConnection.drop(connection, answer.reason);
      return isAgain || signal.aborted ? failed(answer.failure) : perform(call, given, signal, true);
    }
    if (answer.kind === 'in-doubt' && answer.lost && !signal.aborted) {
      mcpConnection.drop(connection, answer.reason);
    }
    if (!isHarmless(tool)) return { kind: 'unknown' };
    return failed(signal.aborted ? stopped : answer.failure);
  };

  const health = async (): Promise<ConnectorHealth> => {
    await mcpConnection.peek(listTimeout);
    const { kind } = mcpConnection.status();
    if (kind === 'open') return { state: 'ready', message: '' };
    const isStarting = kind === 'idle' || kind === 'opening';
    return { state: isStarting ? 'starting' : 'down', message: redact(describeUnavailable()) };
  };

  return {
    name,
    concurrency: options.concurrency ?? defaultConcurrency,
    async operations() {
      if (known.size === 0) await mcpConnection.peek(listTimeout);
      return [...known.values()].map(toolOperation);
    },
    async perform(call, signal) {
      const given = plainArguments(call.input, name);
      return given.kind === 'failed' ? failed(given.failure) : perform(call, given.values, signal, false);
    },
    isRepeatable(operation) {
      const tool = known.get(operation);
      return tool !== undefined && isHarmless(tool);
    },
    health,
    close: () => mcpConnection.close(),
  };
}

/** Rounded up, for messages. */
const inSeconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1_000)) * 1_000;

const stopped: Failure = { code: 'mcp-stopped', message: 'The call was stopped.', retryable: true };

function unknownTool(connector: string, tool: string, tools: readonly string[]): Failure {
  const nearest = findNearest(tool, tools);
  const hint =
    nearest === undefined ? ` Its tools: ${tools.join(', ') || 'none'}.` : ` Did you mean “${nearest}”?`;
  const message = `The connector “${connector}” has no tool “${tool}”.${hint}`;
  return { code: 'unknown-tool', message, retryable: false };
}
