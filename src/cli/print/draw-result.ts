/** Shows the result of a call: lists of objects as a table of their most telling fields, anything else as it is. */
import { displayWidth } from '../../drawing/index.ts';
import type { Json } from '../../expression/index.ts';
import type { Host } from '../host/host.ts';
import { oneLine } from './clean-lines.ts';
import { describeAnswer } from './describe-answer.ts';
import { drawTable } from './draw-table.ts';
import { valueText } from './print-json.ts';

type Screen = Pick<Host, 'isTerminal' | 'columns'>;
type Fields = { readonly [name: string]: Json };

export interface DrawnResult {
  readonly text: string;
  /** Fields that had no room. */
  readonly left: number;
}

export function drawResult(screen: Screen, result: Json): DrawnResult {
  if (isEntries(result)) return drawEntries(screen, result);
  if (Array.isArray(result))
    return { text: (result as readonly Json[]).map((each) => `${valueText(each)}\n`).join(''), left: 0 };
  if (!isFields(result)) {
    // A program gets exactly the text.
    const isExact = typeof result === 'string' && !screen.isTerminal;
    return { text: isExact ? result : `${valueText(result)}\n`, left: 0 };
  }
  const parts = Object.entries(result);
  const lists = parts.flatMap(([name, value]) => (isEntries(value) ? [[name, value] as const] : []));
  const others = parts.filter(([, value]) => !isEntries(value));
  const drawn = lists.map(([name, list]) => {
    const { text, left } = drawEntries({ ...screen, columns: screen.columns - indent.length }, list);
    return { text: `${oneLine(name)}\n${text.replaceAll(/^(?=.)/gm, indent)}`, left };
  });
  return {
    text: [describeAnswer(screen, Object.fromEntries(others)), ...drawn.map(({ text }) => text)].join(''),
    left: Math.max(0, ...drawn.map(({ left }) => left)),
  };
}

const indent = '  ';
const gap = 2;
const maxWidth = 40;
const maxColumns = 8;
/** Columns that a program is shown. */
const plainRoom = 160;

/** What people recognise things by, first. */
const telling = [
  ...['number', 'id', 'key', 'name', 'login', 'title', 'full_name', 'slug', 'label', 'summary', 'email'],
  ...['state', 'status', 'type', 'kind', 'description', 'user', 'owner', 'author', 'date', 'created_at'],
  ...['createdAt', 'updated_at', 'updatedAt'],
];

function drawEntries(screen: Screen, entries: readonly Fields[]): DrawnResult {
  const names = [...new Set(entries.flatMap((entry) => Object.keys(entry)))];
  const found = names.flatMap((name, at) => {
    const cells = entries.map((entry) => cellOf(entry[name] ?? null));
    if (cells.every((cell) => cell === '')) return [];
    const width = Math.max(displayWidth(oneLine(name)), ...cells.map((cell = '') => displayWidth(cell)));
    return [{ name, cells, width: Math.min(width, maxWidth), rank: rankOf(name, at, cells, width) }];
  });
  let room = screen.isTerminal ? screen.columns - 1 : plainRoom;
  const chosen = found
    .filter(({ cells }) => cells.filter((cell) => cell === undefined).length * 2 <= cells.length)
    .toSorted((one, other) => one.rank - other.rank)
    .filter(({ width }, at) => {
      if (at > 0 && width > room) return false;
      room -= width + gap;
      return true;
    })
    .slice(0, maxColumns);
  // None of them is plain.
  if (chosen.length === 0)
    return { text: entries.map((entry) => describeAnswer(screen, entry)).join('\n'), left: 0 };
  const text = drawTable(
    screen,
    chosen.map(({ name }, at) => ({ head: oneLine(name), cuts: at > 0 })),
    entries.map((_, row) => chosen.map(({ cells }) => cells[row] ?? '…')),
  );
  return { text, left: found.length - chosen.length };
}

function rankOf(name: string, at: number, cells: readonly (string | undefined)[], width: number): number {
  const known = telling.indexOf(name);
  const isAddress = cells.some((cell) => /^https?:/.test(cell ?? ''));
  const isSame = cells.length > 1 && cells.every((cell) => cell === cells[0]);
  const base = known >= 0 ? known : telling.length + at;
  return base + (isAddress ? 1_000 : 0) + (isSame ? 20 : 0) + (width > maxWidth * 2 ? 15 : 0);
}

/** `undefined` if the value has parts that do not fit into a cell. */
function cellOf(value: Json): string | undefined {
  if (value === null) return '';
  if (typeof value !== 'object') return oneLine(String(value));
  if (!isFields(value)) {
    const list = value as readonly Json[];
    return list.every((each) => typeof each !== 'object' || each === null)
      ? oneLine(list.join(', '))
      : undefined;
  }
  const name = telling.find((each) => each !== 'id' && each !== 'number' && isPlain(value[each]));
  return name === undefined ? undefined : oneLine(String(value[name]));
}

const isPlain = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && typeof value !== 'object';

const isEntries = (value: Json): value is readonly Fields[] =>
  Array.isArray(value) && value.length > 0 && (value as readonly Json[]).every(isFields);

const isFields = (value: Json): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
