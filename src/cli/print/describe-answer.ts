/**
 * Formats any answer for people: a list of plain entries is a table, everything else has a line for each field. Fields
 * without a value are left out.
 */
import type { Json } from '../../expression/index.ts';
import type { Host } from '../host/host.ts';
import { cleanLines, oneLine } from './clean-lines.ts';
import { drawTable } from './draw-table.ts';
import { wrapText } from './wrap-text.ts';

type Fields = { readonly [name: string]: Json };
type Screen = Pick<Host, 'isTerminal' | 'columns'>;

/** A longer list does not fit into a cell of a table. */
const maxCell = 40;
const gap = '  ';

/** @returns lines; empty if there is nothing to show */
export function describeAnswer(screen: Screen, answer: Fields): string {
  const [only, ...others] = Object.values(answer);
  // The list that was asked for needs no heading.
  const isOneList = isList(only) && others.length === 0;
  const lines = isOneList ? linesOfList(screen, only) : linesOfFields(screen, answer);
  return lines.map((line) => `${line}\n`).join('');
}

function linesOfFields(screen: Screen, fields: Fields): readonly string[] {
  const shown = Object.entries(fields).filter(([, value]) => plainText(value) !== '');
  const width = Math.max(0, ...shown.map(([name]) => oneLine(name).length)) + gap.length;
  return shown.flatMap(([name, value]) => {
    const lines = linesOfValue(screen, value);
    const isPlain = plainText(value) !== undefined && lines.length === 1;
    if (!isPlain) return [oneLine(name), ...lines.map((line) => `${gap}${line}`.trimEnd())];
    return wrapText(lines[0] ?? '', Math.max(20, screen.columns - 1 - width)).map(
      (line, at) => `${(at === 0 ? oneLine(name) : '').padEnd(width)}${line}`,
    );
  });
}

function linesOfValue(screen: Screen, value: Json): readonly string[] {
  const text = plainText(value);
  if (text !== undefined) return cleanLines(text);
  return isList(value) ? linesOfList(screen, value) : linesOfFields(screen, Object(value) as Fields);
}

function linesOfList(screen: Screen, list: readonly Json[]): readonly string[] {
  if (list.length === 0) return [];
  const entries = list.filter(isFields);
  const names = [...new Set(entries.flatMap((entry) => Object.keys(entry)))];
  const rows = entries.map((entry) => names.map((name) => plainText(entry[name] ?? null)));
  if (entries.length === list.length && rows.every((row) => row.every(fitsCell))) {
    const columns = names.map((name, at) => ({ head: oneLine(name), cuts: at > 0 }));
    const cells = rows.map((row) => row.map((cell = '') => oneLine(cell)));
    return drawTable(screen, columns, cells).trimEnd().split('\n');
  }
  return list.flatMap((entry, at) => [...(at === 0 ? [] : ['']), ...linesOfValue(screen, entry)]);
}

const fitsCell = (text: string | undefined): boolean =>
  text !== undefined && !text.includes('\n') && (text.length <= maxCell || !text.includes(', '));

/** Empty if there is nothing to show; `undefined` if the value has parts. */
function plainText(value: Json): string | undefined {
  if (value === null) return '';
  if (isFields(value)) return Object.keys(value).length === 0 ? '' : undefined;
  if (!isList(value)) return String(value);
  return value.every((entry) => typeof entry !== 'object') ? value.join(', ') : undefined;
}

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !isList(value);
