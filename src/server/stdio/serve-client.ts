/** Serves one client over two streams with the Signalbox of a data folder: opens it, and closes it cleanly. */
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createRedaction, type Environment, type Principal, type Settings } from '../../operations/index.ts';
import { openSignalbox } from '../local/open-signalbox.ts';
import type { PathSetting } from '../local/signalbox.ts';
import { type OpenedMcpEndpoint, openMcpEndpoint } from '../mcp/open-mcp-endpoint.ts';
import { faultOf } from '../telemetry/fault-of.ts';
import type { Log } from '../telemetry/log.ts';
import { reportTo } from '../telemetry/report-to.ts';

export interface StdioOptions {
  readonly settings: Settings;
  /** Settings that the user named explicitly. */
  readonly named?: readonly PathSetting[];
  readonly env: Environment;
  readonly version: string;
  readonly build?: string | undefined;
  readonly principal: Principal;
  readonly log: Log;
  readonly input: Readable;
  readonly output: Writable;
}

/** A connection to the client. */
export interface Conversation {
  /** Resolves when the client sends no more. */
  readonly over: Promise<void>;
  /** Resolves when all requests are answered. */
  settled(): Promise<void>;
}

export interface OpenedForClient extends OpenedMcpEndpoint {
  /** An internal error: one line, without secrets. */
  readonly report: (line: string, error: unknown) => void;
}

/** Time for calls to end at shutdown, in milliseconds: a call answers within 20 seconds. */
const grace = 20_000;

/**
 * Runs until the client sends no more, or until it is stopped; all requests are answered in both cases. Waits for
 * calls that only wait unless it is stopped. Rejects with OperationError if it cannot start.
 */
export async function serveClient(
  options: StdioOptions,
  stop: AbortSignal,
  startConversation: (opened: OpenedForClient) => Conversation,
): Promise<void> {
  const { settings, named = [], env, version, build, log } = options;
  const redact = createRedaction(env);
  const report = (line: string, error: unknown): void => log.error(line, faultOf(error, redact));
  const signalbox = await openSignalbox(settings, { env, version, build, named, ...reportTo(log) });
  try {
    const note = (record: Parameters<Log['call']>[0]): void => log.call(record);
    const opened = await openMcpEndpoint({ signalbox, settings, version, note, report });
    const { mcpEndpoint } = opened;
    const stopped = new Promise<void>((resolve) => {
      const drain = (): void => {
        mcpEndpoint.drain();
        resolve();
      };
      if (stop.aborted) drain();
      else stop.addEventListener('abort', drain, { once: true });
    });
    const conversation = startConversation({ ...opened, report });
    await Promise.race([conversation.over, stopped]);
    const timer = new AbortController();
    const timeout = wait(grace, undefined, { signal: timer.signal }).catch(() => undefined);
    await Promise.race([conversation.settled(), timeout]);
    timer.abort();
    await mcpEndpoint.close();
  } finally {
    await signalbox.close();
  }
}
