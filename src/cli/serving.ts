/** What `serve` and `stdio` have in common: settings that make sense for a server, and whoever tells them to end. */
import { cleanText } from '../drawing/index.ts';
import { findNearest } from '../expression/index.ts';
import type { Settings } from '../operations/index.ts';
import { OperationError, resolveSettings } from '../operations/offline.ts';
import type { NamedPlace } from '../server/index.ts';
import { toolsetNames } from '../server/mcp/contract/tool.ts';
import { gatherWrites } from '../server/telemetry/gather-writes.ts';
import { createLog, type Level, type Log } from '../server/telemetry/log.ts';
import type { Given } from './command.ts';
import type { Host } from './host.ts';
import { exitCodeOf, printError } from './print-error.ts';

interface ServingSettings {
  readonly settings: Settings;
  /** What whoever started this has named, by a flag or a variable. */
  readonly named: readonly NamedPlace[];
}

/** Undefined, with everything told that is wrong, where it cannot be served with these settings. */
export function settingsFor(
  given: Given,
  host: Host,
  check: (settings: Settings) => readonly string[] = () => [],
): ServingSettings | undefined {
  const { settings, origins, problems } = resolveSettings({
    flags: given.values,
    env: host.environment,
    folder: host.folder,
  });
  const all = [...problems, ...checkToolsets(settings), ...check(settings)];
  if (all.length === 0) {
    const places = ['workflows', 'connectors'] as const;
    return { settings, named: places.filter((name) => origins[name].kind !== 'default') };
  }
  host.err(all.map((problem) => `${cleanText(problem)}\n`).join(''));
  host.err('signalbox config shows what is in force.\n');
  return undefined;
}

function checkToolsets({ toolsets }: Settings): readonly string[] {
  const known: readonly string[] = ['default', 'all', ...toolsetNames];
  const unknown = toolsets.filter((name) => !known.includes(name));
  return unknown.map((name) => {
    const nearest = findNearest(name, known);
    const hint = nearest === undefined ? `There are: ${known.join(', ')}.` : `Did you mean “${nearest}”?`;
    return `There is no toolset “${name}”. ${hint}`;
  });
}

/** On the error stream: short lines for whoever looks on, JSON for programs. */
export function logFor({ terminal }: Host, { logLevel }: Settings, usual: Level): Log {
  return createLog({
    level: logLevel === 'usual' ? usual : logLevel,
    form: terminal.redraws ? 'lines' : 'json',
    write: gatherWrites(terminal.write),
  });
}

/** Serves, and tells what is refused. @returns the exit code */
export async function serving(host: Host, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    printError(host, error.details, false);
    return exitCodeOf(error.details);
  }
}

/** Whoever read the log may have gone: that is no reason to end. */
export function outliveLog(): void {
  process.stderr.removeAllListeners('error');
  process.stderr.on('error', () => {});
}

/** Aborted by the first signal; the second one ends the process as it stands. */
export function untilSignal({ exit }: Pick<Host, 'exit'>): AbortSignal {
  const told = new AbortController();
  for (const [signal, code] of signals) {
    process.on(signal, () => {
      if (told.signal.aborted) exit(code);
      told.abort();
    });
  }
  return told.signal;
}

const signals = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const;
