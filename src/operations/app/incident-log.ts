/**
 * Logs failures that belong to no request: one line each, without secrets. Repetitions within some seconds are only
 * counted, so that a full disk does not flood the log.
 */
import type { Clock, Redact } from '../../runtime/index.ts';

export type Report = (message: string, cause: unknown) => void;

export interface IncidentLogOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly redact: Redact;
  readonly warn: (line: string) => void;
}

/** In milliseconds. */
const pause = 10_000;
/** Maximum number of distinct kinds. */
const maxKinds = 100;
const maxLineLength = 2_000;

interface LoggedIncident {
  readonly at: number;
  readonly since: number;
}

export function createIncidentLog({ clock, redact, warn }: IncidentLogOptions): Report {
  const loggedIncidents = new Map<string, LoggedIncident>();
  return (message, cause) => {
    const kind = kindOf(message);
    const now = clock.now();
    const last = loggedIncidents.get(kind);
    if (last !== undefined && now >= last.at && now - last.at < pause) {
      loggedIncidents.set(kind, { ...last, since: last.since + 1 });
      return;
    }
    loggedIncidents.delete(kind);
    const [oldest] = loggedIncidents.keys();
    if (oldest !== undefined && loggedIncidents.size >= maxKinds) loggedIncidents.delete(oldest);
    loggedIncidents.set(kind, { at: now, since: 0 });
    const more = last === undefined || last.since === 0 ? '' : ` (${last.since} similar before)`;
    warn(oneLine(redact(`${message}${reasonOf(cause)}${more}`)));
  };
}

/** The message without ids and numbers, which differ between repetitions. */
const kindOf = (message: string): string =>
  // The pattern takes quadratic time on a long word.
  message
    .slice(0, 1_000)
    .replace(/\S*\d\S*/g, '#')
    .slice(0, 200);

function reasonOf(cause: unknown): string {
  if (cause instanceof Error) return ` ${cause.name}: ${cause.message}`;
  return cause === undefined ? '' : ` ${String(cause)}`;
}

/** Removes characters that control a terminal or break the line. */
function oneLine(text: string): string {
  const plain = text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]+/gu, ' ').trim();
  return plain.length > maxLineLength ? `${plain.slice(0, maxLineLength)}…` : plain;
}
