/** One client at the other end of two streams, and the Signalbox of a data folder behind the door: opened, and closed well. */
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createRedaction, type Environment, type Principal, type Settings } from '../../operations/index.ts';
import { openSignalbox } from '../local/open-signalbox.ts';
import type { PathSetting } from '../local/signalbox.ts';
import { type OpenedMcpEndpoint, openMcpEndpoint } from '../open-mcp-endpoint.ts';
import { faultOf } from '../telemetry/fault-of.ts';
import type { Log } from '../telemetry/log.ts';

export interface StdioOptions {
  readonly settings: Settings;
  /** What whoever started this has named. */
  readonly named?: readonly PathSetting[];
  readonly env: Environment;
  readonly version: string;
  readonly build?: string | undefined;
  readonly principal: Principal;
  readonly log: Log;
  readonly input: Readable;
  readonly output: Writable;
}

/** A conversation with the client. */
export interface Conversation {
  /** When the client sends no more. */
  readonly over: Promise<void>;
  /** When everything is answered that was asked. */
  settled(): Promise<void>;
}

export interface OpenedForClient extends OpenedMcpEndpoint {
  /** A mistake of the program: one line, without secrets. */
  readonly report: (line: string, error: unknown) => void;
}

/** How long calls may take to end when it is to end, in milliseconds: a call answers within 20 seconds. */
const grace = 20_000;

/**
 * Until the client sends no more, or until it is stopped; what was asked is answered in either case. Calls that only wait
 * are waited for while nobody has stopped it. Rejects with OperationError where it cannot begin.
 */
export async function serveClient(
  options: StdioOptions,
  stop: AbortSignal,
  startConversation: (opened: OpenedForClient) => Conversation,
): Promise<void> {
  const { settings, named = [], env, version, build, log } = options;
  const redact = createRedaction(env);
  const report = (line: string, error: unknown): void => log.error(line, faultOf(error, redact));
  const warn = (line: string): void => log.warn(line);
  const signalbox = await openSignalbox(settings, { env, version, build, named, warn, reportDocument: warn });
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
