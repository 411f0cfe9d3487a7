/**
 * Makes an answer fit into the limit. Nothing is dropped silently: the field `left_out` at the root names each
 * incomplete field, how much is missing, and how to read the rest.
 */
import type { Json } from '../../../kernel/index.ts';
import type { JsonObject, ToolAnswer } from '../contract/tool.ts';

type Shortened = Pick<ToolAnswer, 'value' | 'resource' | 'bulky' | 'rest'>;

/** Characters shown of a text that is too long; shorter texts are never left out. */
const beginning = 1_000;
/** Reserved for `left_out` itself and the replacements of fields. */
const roomForNotes = 2_000;

/** @param limit characters of JSON, at least a few thousand */
export function leaveOut(answer: Shortened, limit: number): JsonObject {
  const { value, bulky = [], resource } = answer;
  const notes: Record<string, string> = {};
  const how = howToRead(answer);
  let kept = value;
  let over = sizeOf(value) + roomForNotes - limit;
  for (const name of [...bulky, ...biggestFirst(value, bulky)]) {
    const field = kept[name];
    if (over <= 0 || field === undefined) continue;
    const before = sizeOf(field);
    if (before <= beginning) continue;
    const less = bulky.includes(name) ? replaceWithNote(field, how, resource) : shorten(field, before - over);
    if (less === null) continue;
    notes[name] = `${less.note}${how}`;
    kept = { ...kept, [name]: less.kept };
    over += sizeOf(less.kept) - before;
  }
  return { left_out: { ...notes, ...(resource === undefined ? {} : { resource }) }, ...kept };
}

interface Less {
  readonly kept: Json;
  readonly note: string;
}

/** Leaves out a whole value: part of a result could be mistaken for the result. Only a text is shown in part. */
function replaceWithNote(field: Json, how: string, resource: string | undefined): Less | null {
  if (typeof field === 'string') return shortenText(field);
  if (typeof field !== 'object' || field === null) return null;
  const note = `${describeSize(field)} are left out.`;
  return { kept: { left_out: `${note}${how}`, ...(resource === undefined ? {} : { resource }) }, note };
}

/** The replacement has the same type, as the schema promises. */
function shorten(field: Json, room: number): Less | null {
  if (typeof field === 'string') return shortenText(field);
  if (Array.isArray(field)) return shortenList(field, room);
  if (typeof field !== 'object' || field === null) return null;
  const note = `${describeSize(field)} are left out.`;
  return { kept: { left_out: note }, note };
}

function shortenText(text: string): Less | null {
  if (text.length <= beginning) return null;
  const note = `The first ${beginning} of ${text.length} characters are shown.`;
  return { kept: `${text.slice(0, beginning).replace(/[\uD800-\uDBFF]$/, '')}…`, note };
}

function shortenList(list: readonly Json[], room: number): Less {
  let left = room;
  const tooMany = list.findIndex((entry) => {
    left -= sizeOf(entry) + 1;
    return left < 0;
  });
  const fitting = Math.max(tooMany, 0);
  const [first] = list;
  // A single entry that is too big is shown in part.
  if (fitting === 0 && isObject(first) && room > 2 * roomForNotes) {
    return {
      kept: [leaveOut({ value: first }, room)],
      note: `The first of ${list.length} is shown, in part.`,
    };
  }
  return { kept: list.slice(0, fitting), note: `The first ${fitting} of ${list.length} are shown.` };
}

function howToRead({ rest, resource }: Shortened): string {
  const hints = [...(rest === undefined ? [] : [rest])];
  if (resource !== undefined)
    hints.push(`${rest === undefined ? 'Read' : 'Or read'} the resource ${resource}.`);
  return hints.map((hint) => ` ${hint}`).join('');
}

function biggestFirst(value: JsonObject, without: readonly string[]): readonly string[] {
  return Object.entries(value)
    .filter(([name]) => !without.includes(name))
    .map(([name, field]) => ({ name, size: sizeOf(field) }))
    .sort((a, b) => b.size - a.size)
    .map(({ name }) => name);
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const describeSize = (field: Json): string =>
  Array.isArray(field)
    ? `${field.length} entries (${sizeOf(field)} characters of JSON)`
    : `${sizeOf(field)} characters of JSON`;

const sizeOf = (value: Json): number => JSON.stringify(value).length;
