/** The common part of `serve` and `stdio`: checks the settings for a server, and handles signals. */
import { cleanText } from '../../drawing/index.ts';
import { findNearest } from '../../expression/index.ts';
import type { Settings } from '../../operations/index.ts';
import { createRedaction, OperationError, resolveSettings } from '../../operations/offline.ts';
import type { PathSetting } from '../../server/index.ts';
import { toolsetNames } from '../../server/mcp/contract/toolsets.ts';
import { gatherWrites } from '../../server/telemetry/gather-writes.ts';
import { createLog, type Log } from '../../server/telemetry/log.ts';
import type { Level } from '../../server/telemetry/log-entry.ts';
import type { CommandArguments } from '../arguments/command.ts';
import type { Host } from '../host/host.ts';
import { exitCodeOf, printError } from '../print/print-error.ts';

interface ServerSettings {
  readonly settings: Settings;
  /** Settings that a flag or a variable sets. */
  readonly named: readonly PathSetting[];
  /** Warnings about variables that have no effect. */
  readonly warnings: readonly string[];
}

/** `undefined`, with every problem reported, if the settings cannot be served. */
export function readServerSettings(
  args: CommandArguments,
  host: Host,
  check: (settings: Settings) => readonly string[] = () => [],
): ServerSettings | undefined {
  const { settings, origins, problems, warnings } = resolveSettings({
    flags: args.values,
    env: host.environment,
    folder: host.folder,
    program: host.program,
  });
  const all = [...problems, ...checkToolsets(settings), ...check(settings)];
  if (all.length === 0) {
    const places = ['workflows', 'connectors', 'services'] as const;
    return { settings, named: places.filter((name) => origins[name].kind !== 'default'), warnings };
  }
  host.err(all.map((problem) => `${cleanText(problem)}\n`).join(''));
  host.err('Run “signalbox config” to show the effective settings.\n');
  return undefined;
}

function checkToolsets({ toolsets }: Settings): readonly string[] {
  const known: readonly string[] = ['default', 'all', ...toolsetNames];
  const unknown = toolsets.filter((name) => !known.includes(name));
  return unknown.map((name) => {
    const nearest = findNearest(name, known);
    const hint = nearest === undefined ? `Use one of: ${known.join(', ')}.` : `Did you mean “${nearest}”?`;
    return `Unknown toolset “${name}”. ${hint}`;
  });
}

/**
 * Creates the log on the error stream: short lines for a terminal, JSON for programs. The warnings come first.
 * @param secrets hidden in addition to those of the environment
 */
export function createServerLog(
  { terminal, environment }: Host,
  { settings: { logLevel }, warnings }: ServerSettings,
  defaultLevel: Level,
  secrets?: () => readonly string[],
): Log {
  const log = createLog({
    level: logLevel === 'usual' ? defaultLevel : logLevel,
    form: terminal.canRedraw ? 'lines' : 'json',
    write: gatherWrites(terminal.write),
    redact: createRedaction(environment, secrets),
  });
  for (const warning of warnings) log.warn(warning);
  return log;
}

/** Serves, and prints errors. @returns the exit code */
export async function withErrorReport(host: Host, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    await printError(host, error.details, false);
    return exitCodeOf(error.details);
  }
}

/** The reader of the log may have closed the pipe: the server continues. */
export function ignoreLogErrors(): void {
  process.stderr.removeAllListeners('error');
  process.stderr.on('error', () => {});
}

export interface Signals {
  /** Aborted by the first signal to end; the second ends the process immediately. */
  readonly stop: AbortSignal;
  /** SIGHUP, if it does not mean that the terminal closed. */
  onReload(listener: () => Promise<void>): void;
}

/** @param reloads whether SIGHUP reloads the settings, as is usual for processes without a terminal */
export function watchSignals(
  { exit }: Pick<Host, 'exit'>,
  { reloads }: { readonly reloads: boolean },
): Signals {
  const stopping = new AbortController();
  let reload = async (): Promise<void> => {};
  for (const [signal, code] of signals) {
    process.on(signal, () => {
      if (signal === 'SIGHUP' && reloads) {
        void reload();
        return;
      }
      if (stopping.signal.aborted) exit(code);
      stopping.abort();
    });
  }
  return {
    stop: stopping.signal,
    onReload(listener) {
      reload = listener;
    },
  };
}

const signals = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const;
