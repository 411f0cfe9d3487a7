/** `signalbox serve`: the Signalbox of a data folder behind HTTP. */
import {
  createRedaction,
  type Environment,
  type Principal,
  type ServiceStatus,
  type Settings,
} from '../operations/index.ts';
import type { Identify } from './auth/identify.ts';
import { httpLimits } from './http/http-limits.ts';
import type { Fact, StdioCommand } from './http/http-options.ts';
import { serveHttp } from './http/serve-http.ts';
import { openSignalbox } from './local/open-signalbox.ts';
import type { NamedPlace, Signalbox } from './local/signalbox.ts';
import { type OpenMcpDoorOptions, openMcpDoor } from './open-mcp-door.ts';
import { faultOf } from './telemetry/fault-of.ts';
import type { Log } from './telemetry/log.ts';
import { createMetrics } from './telemetry/metrics.ts';

export interface ServerOptions extends Pick<OpenMcpDoorOptions, 'compose'> {
  readonly settings: Settings;
  /** What whoever started this has named. */
  readonly named?: readonly NamedPlace[];
  readonly env: Environment;
  readonly version: string;
  readonly build?: string | undefined;
  readonly identify: Identify;
  /** There are no credentials: everybody who reaches it may do everything. */
  readonly isDevelopment: boolean;
  readonly stdioCommand: StdioCommand;
  readonly log: Log;
}

export interface RunningServer {
  /** Where others reach it, without a slash at its end. */
  readonly url: string;
  readonly signalbox: Signalbox;
  /** Takes no more requests, lets calls end, and closes everything. */
  close(): Promise<void>;
}

/** Rejects with OperationError, or with the error of the system where it cannot listen. */
export async function openServer(options: ServerOptions): Promise<RunningServer> {
  const { settings, named = [], env, version, build, log } = options;
  const redact = createRedaction(env);
  const report = (line: string, error: unknown): void => log.error(line, faultOf(error, redact));
  const metrics = createMetrics();
  const signalbox = await openSignalbox(settings, {
    env,
    version,
    build,
    named,
    warn: (line) => log.warn(line),
  });
  try {
    const { door, contents } = await openMcpDoor({
      ...options,
      signalbox,
      settings,
      version,
      report,
      note(record) {
        log.call(record);
        metrics.noteCall(record);
      },
    });
    const http = await serveHttp({
      ...options,
      host: settings.host,
      port: settings.port,
      publicUrl: settings.publicUrl,
      door,
      tools: contents.tools,
      choice: settings.toolsets,
      status: (principal) => statusOf(signalbox, principal),
      metrics,
      standing: () => standingOf(signalbox, settings),
      report,
      note: (line) => log.info(line),
      limits: httpLimits,
    });
    return {
      url: http.url,
      signalbox,
      async close() {
        await http.close();
        await signalbox.close();
      },
    };
  } catch (error) {
    await signalbox.close();
    throw error;
  }
}

async function statusOf(signalbox: Signalbox, principal: Principal): Promise<ServiceStatus> {
  // What the operation gives is what its own type says.
  return (await signalbox.call(principal, 'service.status', {})) as unknown as ServiceStatus;
}

function standingOf({ role, owner }: Signalbox, { data, workflows }: Settings): readonly Fact[] {
  const others = owner === null ? 'no process at the moment' : `process ${owner.pid}`;
  return [
    ['Data folder', data],
    ['Owned by', role === 'owner' ? `this process (${process.pid})` : others],
    ['Workflow folders', workflows.join(', ')],
  ];
}
