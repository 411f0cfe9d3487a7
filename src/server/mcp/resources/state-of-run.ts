/** The status of a run and its events, in one object of limited size. */
import type { Json } from '../../../kernel/index.ts';
import type { HistoryEntry, RunView } from '../../../operations/index.ts';
import type { JsonObject } from '../contract/tool.ts';
import { presentCase } from '../present/present-case.ts';
import { uriOfRun } from '../present/resource-uri.ts';

export interface StateOfRun {
  readonly value: JsonObject;
  /** Number of events included. */
  readonly shownEvents: number;
}

/** @param entries events in order; as many as fit are included, at least one */
export function stateOfRun(
  run: RunView,
  entries: readonly HistoryEntry[],
  maxCharacters: number,
): StateOfRun {
  const state = withoutLargest(presentCase(run).value, maxCharacters / 2);
  const resources = {
    state: uriOfRun(run.run, 'state'),
    output: uriOfRun(run.run, 'output'),
    drawing: uriOfRun(run.run, 'drawing.svg'),
  };
  const room = maxCharacters - JSON.stringify({ ...state, resources, timeline: [] }).length;
  const timeline: Json[] = [];
  let left = room;
  let shownEvents = 0;
  for (const entry of entries) {
    const timelineEntry = timelineEntryOf(entry, room);
    const size = JSON.stringify(timelineEntry).length + 1;
    if (shownEvents > 0 && size > left) break;
    left -= size;
    shownEvents += 1;
    if (entry.lines.length > 0) timeline.push(timelineEntry);
  }
  return { value: { ...state, resources, timeline }, shownEvents };
}

/** Leaves out the biggest fields until the rest is small enough, and names them. */
function withoutLargest(value: JsonObject, limit: number): JsonObject {
  const fields = Object.entries(value).map(([name, field]) => ({ name, size: JSON.stringify(field).length }));
  fields.sort((a, b) => b.size - a.size);
  let size = JSON.stringify(value).length;
  const leftOut: string[] = [];
  for (const field of fields) {
    if (size <= limit) break;
    leftOut.push(field.name);
    size -= field.size;
  }
  if (leftOut.length === 0) return value;
  const rest = Object.entries(value).filter(([name]) => !leftOut.includes(name));
  return { ...Object.fromEntries(rest), left_out: leftOut };
}

function timelineEntryOf({ seq, at, lines }: HistoryEntry, room: number): JsonObject {
  const whole = { event: seq, at, lines };
  if (JSON.stringify(whole).length <= room) return whole;
  // Thousands of tasks may be active at once: only the first are listed.
  const first = lines.slice(0, 10).map((line) => [...line].slice(0, 200).join(''));
  return {
    event: seq,
    at,
    lines: [...first, `… and ${lines.length - first.length} more; “run_history” has all.`],
  };
}
