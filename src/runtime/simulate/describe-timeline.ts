/**
 * Describes a timeline, one line per entry: `+2.0 s create_booking failed (timeout), retry in 1.0 s`. Names and
 * values are inserted unchanged: the caller must sanitize the lines for a terminal.
 */
import type { Json } from '../../kernel/index.ts';
import type { TimelineEntry } from './timeline.ts';

/** Longer values are cut. */
const maxValueLength = 80;

/** @param start when the run began; the times in the lines are relative to it */
export function describeTimeline(
  timeline: readonly TimelineEntry[],
  start = timeline[0]?.at ?? 0,
): readonly string[] {
  const described = timeline.flatMap((entry) => {
    const text = describeEntry(entry);
    return text === null ? [] : [{ entry, text }];
  });
  const times = described.map(({ entry }) => `+${describeDuration(entry.at - start)}`);
  const width = Math.max(0, ...times.map((time) => time.length));
  return described.map(({ entry, text }, index) => {
    const indent = '  '.repeat(entry.depth - 1);
    const name = entry.task === '' ? '' : `${entry.task}${entry.index < 0 ? '' : ` #${entry.index + 1}`} `;
    return `${(times[index] ?? '').padStart(width)}  ${indent}${name}${text}`;
  });
}

/** The text after the name of the task; `null` if another line already says it. */
function describeEntry(entry: TimelineEntry): string | null {
  switch (entry.kind) {
    case 'began':
      return Object.keys(entry.params).length === 0 ? 'started' : `started with ${shorten(entry.params)}`;
    case 'started':
      return describeStart(entry);
    case 'called':
      return `${entry.undoes ? 'is undone: ' : ''}calls ${describeCall(entry)}`;
    case 'asked':
      return entry.doubt ? 'asks for the outcome of its call' : `asks ${shorten(entry.input ?? entry.item)}`;
    case 'answered':
      return entry.by === '' ? `got ${shorten(entry.value)}` : `got ${shorten(entry.value)} from ${entry.by}`;
    case 'doubted':
      return 'has a call with an unknown outcome';
    case 'skipped':
    case 'held':
    case 'released':
    case 'suspended':
    case 'resumed':
    case 'reopened':
      return `${entry.kind}${byWhom(entry)}`;
    case 'delegated':
      return `delegated to ${entry.to}${byWhom(entry)}`;
    case 'cancelRequested':
      return `cancellation requested${byWhom(entry)}`;
    case 'signalled':
      return `got the signal ${entry.name} ${shorten(entry.value)}${byWhom(entry)}`;
    case 'changed':
      return `${entry.names.join(', ')} changed${byWhom(entry)}`;
    case 'refused':
      return `refused it: ${entry.message}`;
    case 'waited':
      return 'has waited';
    case 'failed': {
      const { failure, retryAt, at } = entry;
      const again = retryAt === null ? '' : `, retry in ${describeDuration(retryAt - at)}`;
      const why = failure.message === '' ? '' : `: ${cut(failure.message)}`;
      return `failed (${failure.code})${again}${retryAt === null ? why : ''}`;
    }
    case 'completed':
      return entry.work === 'net' || entry.work === 'each' || entry.work === 'pass' ? 'completed' : null;
    case 'forced': {
      const answer = entry.value === null ? '' : ` with ${shorten(entry.value)}`;
      return `completed by force${answer}${byWhom(entry)}`;
    }
    case 'cancelled':
      return 'cancelled';
    case 'expired':
      return 'is past its deadline';
    case 'chose':
    case 'caught': {
      const way = entry.leadsTo.length === 0 ? 'the end' : entry.leadsTo.join(', ');
      return entry.kind === 'chose' ? `→ ${way}` : `failure caught → ${way}`;
    }
    case 'undone':
      return entry.failure === null ? 'undone' : `not undone (${entry.failure.code})`;
    case 'ended':
      return describeEnd(entry);
  }
}

function byWhom({ by }: { readonly by: string }): string {
  return by === '' ? '' : ` by ${by}`;
}

type EntryOf<K extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: K }>;

function describeStart({ work, attempt }: EntryOf<'started'>): string | null {
  const again = attempt > 1 ? ` (attempt ${attempt})` : '';
  if (work === 'wait') return `waits${again}`;
  return work === 'net' || work === 'each' ? `started${again}` : null;
}

function describeCall({ operation, attempt, input }: EntryOf<'called'>): string {
  const given = input === null ? '' : ` ${shorten(input)}`;
  return `${operation}${given}${attempt > 1 ? ` (attempt ${attempt})` : ''}`;
}

function describeEnd({ status, failure, output }: EntryOf<'ended'>): string {
  if (failure !== null) return `${status} (${failure.code}): ${cut(failure.message)}`;
  return output === null ? status : `${status} with ${shorten(output)}`;
}

function shorten(value: Json): string {
  return cut(JSON.stringify(value));
}

function cut(text: string): string {
  const letters = [...text];
  return letters.length <= maxValueLength ? text : `${letters.slice(0, maxValueLength - 1).join('')}…`;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/** The two largest useful units, rounded down: `250 ms`, `2.0 s`, `3 min 20 s`, `2 h 5 min`, `12 d 3 h`, `4 y 7 d`. */
export function describeDuration(milliseconds: number): string {
  if (milliseconds > 0 && milliseconds < second) return `${milliseconds} ms`;
  if (milliseconds < minute) return `${(Math.floor(milliseconds / 100) / 10).toFixed(1)} s`;
  const pair = (large: number, name: string, small: number, rest: string): string =>
    `${Math.floor(milliseconds / large)} ${name} ${Math.floor((milliseconds % large) / small)} ${rest}`;
  if (milliseconds < hour) return pair(minute, 'min', second, 's');
  if (milliseconds < day) return pair(hour, 'h', minute, 'min');
  return milliseconds < year ? pair(day, 'd', hour, 'h') : pair(year, 'y', day, 'd');
}
