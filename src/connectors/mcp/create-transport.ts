/** Creates the transport to a server, with the limits of what the server may send. */
import { Readable } from 'node:stream';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Clock } from '../../runtime/index.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { GuardedProgramTransport, GuardedTransport } from './guarded-transport.ts';
import type { HttpServer, McpServer, StdioServer } from './mcp-server.ts';
import { ProgramTransport } from './program-transport.ts';
import { Intake, LimitError, maxMessageBytes } from './server-limits.ts';
import type { StderrTail } from './stderr-tail.ts';

export interface TransportOptions {
  readonly server: McpServer;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly stderrTail: StderrTail;
}

export interface CreatedTransport {
  readonly transport: GuardedTransport;
  /** Ends the session if there is one; errors of a server that is gone are ignored. */
  endSession(): Promise<void>;
}

/** Milliseconds until a stream that ended is requested again, whatever the server asks for. */
const minReconnectDelay = 1_000;

export function createTransport(options: TransportOptions): CreatedTransport {
  const intake = new Intake(options.clock);
  const { server } = options;
  const onBytes = (count: number): void => {
    try {
      intake.bytes(count, created.transport.pending);
    } catch (error) {
      if (error instanceof LimitError) created.transport.disconnect(error);
      throw error;
    }
  };
  const created =
    server.kind === 'http'
      ? createHttp(server, options, intake, onBytes)
      : createProgram(server, options, intake, onBytes);
  return created;
}

function createHttp(
  server: HttpServer,
  options: TransportOptions,
  intake: Intake,
  onBytes: (count: number) => void,
): CreatedTransport {
  const bounded = boundedFetch({ fetch: options.fetch ?? globalThis.fetch, onBytes });
  const inner = new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: { ...server.headers } },
    fetch: bounded.fetch,
    reconnectionScheduler: (reconnect, delay) => {
      const timer = setTimeout(reconnect, Math.max(delay, minReconnectDelay));
      return () => clearTimeout(timer);
    },
  });
  return {
    transport: new GuardedTransport(inner, { intake, onSettled: bounded.endStream }),
    endSession: () => inner.terminateSession().catch(() => undefined),
  };
}

function createProgram(
  program: StdioServer,
  { stderrTail }: TransportOptions,
  intake: Intake,
  onBytes: (count: number) => void,
): CreatedTransport {
  // Windows has no process groups, and finds commands in its own way.
  const inner =
    process.platform === 'win32'
      ? createWindowsProgram(program, stderrTail)
      : new ProgramTransport({
          program,
          stderrTail,
          onBytes,
          onViolation: (error) => transport.disconnect(error),
        });
  const transport = new GuardedProgramTransport(inner, { intake });
  return { transport, endSession: () => Promise.resolve() };
}

function createWindowsProgram(
  { command, args, env, cwd }: StdioServer,
  stderrTail: StderrTail,
): StdioClientTransport {
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...env },
    stderr: 'pipe',
    maxBufferSize: maxMessageBytes,
    ...(cwd === undefined ? {} : { cwd }),
  });
  if (transport.stderr instanceof Readable) stderrTail.listen(transport.stderr);
  return transport;
}
