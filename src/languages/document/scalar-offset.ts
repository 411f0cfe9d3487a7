/**
 * Maps each character of a scalar's value to its offset in the text, across quotes, escapes, folded lines and
 * indentation. A space or line break that folding produces maps to the original line break.
 */
import type { Span } from '../../expression/index.ts';
import type { LocatedScalar } from './located.ts';
import type { SourceText } from './source-text.ts';

/** @returns the offset of the value's character at this index; past the last character, the end of the value */
export function offsetIn(source: SourceText, scalar: LocatedScalar, index: number): number {
  return spanIn(source, scalar, index, index).start;
}

/** The span in the text of the value's characters from one index to another, the end excluded. */
export function spanIn(source: SourceText, scalar: LocatedScalar, from: number, to: number): Span {
  const places = characterSpans(source.text, scalar);
  const start = places[from]?.start ?? places.at(-1)?.end ?? emptySpan(scalar);
  const end = to > from ? (places[to - 1]?.end ?? places.at(-1)?.end ?? start) : start;
  return { start, end };
}

type CharacterSpan = Span;

function characterSpans(text: string, scalar: LocatedScalar): readonly CharacterSpan[] {
  const { start, end } = scalar.span;
  switch (scalar.style) {
    case 'plain':
      return spansOfLines(text, start, end);
    case 'single':
      return withoutDoubledQuotes(text, spansOfLines(text, start + 1, end - 1));
    case 'double':
      return spansOfEscaped(text, start + 1, end - 1);
    case 'block':
      return spansOfBlock(text, scalar);
  }
}

function emptySpan({ style, span }: LocatedScalar): number {
  return style === 'single' || style === 'double' ? Math.min(span.start + 1, span.end) : span.start;
}

/** Lines without their breaks. */
function linesBetween(text: string, start: number, end: number): Span[] {
  const lines: Span[] = [];
  let from = start;
  for (let at = text.indexOf('\n', from); at >= 0 && at < end; at = text.indexOf('\n', from)) {
    lines.push({ start: from, end: at > from && text[at - 1] === '\r' ? at - 1 : at });
    from = at + 1;
  }
  return [...lines, { start: from, end }];
}

function pushSpan(places: CharacterSpan[], start: number, end: number): void {
  for (let at = start; at < end; at += 1) places.push({ start: at, end: at + 1 });
}

/** Plain and single-quoted texts: lines are trimmed, one break is a space, of several breaks the first is dropped. */
function spansOfLines(text: string, start: number, end: number): CharacterSpan[] {
  const lines = linesBetween(text, start, end);
  const places: CharacterSpan[] = [];
  let breaks: number[] = [];
  lines.forEach((line, index) => {
    const first = index === 0;
    const last = index === lines.length - 1;
    const from = first ? line.start : skipBlanks(text, line.start, line.end);
    const to = last ? line.end : trimBlanks(text, from, line.end);
    if (first || last || from < to) {
      pushBreaks(places, breaks, from);
      breaks = [];
    }
    pushSpan(places, from, to);
    breaks.push(from < to ? to : line.end);
  });
  return places;
}

/** One break becomes a space, several become one break less. */
function pushBreaks(places: CharacterSpan[], breaks: readonly number[], next: number): void {
  const [first, ...rest] = breaks;
  if (first === undefined) return;
  if (rest.length === 0) places.push({ start: first, end: next });
  rest.forEach((at, index) => {
    places.push({ start: at, end: rest[index + 1] ?? next });
  });
}

function skipBlanks(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isBlank(text[at])) at += 1;
  return at;
}

function trimBlanks(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(text[at - 1])) at -= 1;
  return at;
}

function isBlank(letter: string | undefined): boolean {
  return letter === ' ' || letter === '\t';
}

function withoutDoubledQuotes(text: string, places: readonly CharacterSpan[]): readonly CharacterSpan[] {
  const single: CharacterSpan[] = [];
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index];
    if (place === undefined) break;
    if (text[place.start] === "'") index += 1;
    single.push({ start: place.start, end: places[index]?.end ?? place.end });
  }
  return single;
}

const hexDigits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** Double-quoted texts: escapes; lines are folded as in plain texts unless their break is escaped. */
function spansOfEscaped(text: string, start: number, end: number): readonly CharacterSpan[] {
  const places: CharacterSpan[] = [];
  let at = start;
  while (at < end) {
    const folded = foldAt(text, at, end);
    if (folded !== undefined) {
      pushBreaks(places, folded.breaks, folded.end);
      at = folded.end;
    } else if (text[at] !== '\\') {
      places.push({ start: at, end: at + 1 });
      at += 1;
    } else if (text[at + 1] === '\n' || text.startsWith('\r\n', at + 1)) {
      at = skipBlanks(text, text.indexOf('\n', at) + 1, end);
    } else {
      const digits = hexDigits[text[at + 1] ?? ''] ?? 0;
      const place = { start: at, end: at + 2 + digits };
      const code = Number.parseInt(text.slice(at + 2, place.end), 16);
      // A character outside the Basic Multilingual Plane is two code units of the value.
      places.push(place, ...(digits === 8 && code > 0xffff ? [place] : []));
      at = place.end;
    }
  }
  return places;
}

/** Whitespace with line breaks, up to the next significant character. */
function foldAt(text: string, start: number, end: number) {
  const breaks: number[] = [];
  let at = start;
  for (;;) {
    const line = skipBlanks(text, at, end);
    const breakAt = text.startsWith('\r\n', line) ? line + 1 : line;
    if (breakAt >= end || text[breakAt] !== '\n') break;
    breaks.push(breaks.length === 0 ? start : line);
    at = breakAt + 1;
  }
  return breaks.length === 0 ? undefined : { breaks, end: skipBlanks(text, at, end) };
}

function spansOfBlock(text: string, { value, span }: LocatedScalar): readonly CharacterSpan[] {
  const header = text.indexOf('\n', span.start);
  if (typeof value !== 'string' || header < 0 || header >= span.end) return [];
  const lines = linesBetween(text, header + 1, span.end);
  const indent = blockIndent(text, lines, value);
  const contents = lines.map((line) => ({ start: Math.min(line.start + indent, line.end), end: line.end }));
  const places = text[span.start] === '|' ? spansOfLiteral(contents) : spansOfFolded(text, contents);
  return places.slice(0, value.length);
}

/** The indentation that is cut from each line, determined by the first non-empty line. */
function blockIndent(text: string, lines: readonly Span[], value: string): number {
  const first = lines.find((line) => text.slice(line.start, line.end).trim() !== '');
  if (first === undefined) return Number.POSITIVE_INFINITY;
  const written = /^ */.exec(text.slice(first.start, first.end))?.[0].length ?? 0;
  const kept = /^\n*( *)/.exec(value)?.[1]?.length ?? 0;
  return written - kept;
}

function spansOfLiteral(lines: readonly Span[]): readonly CharacterSpan[] {
  const places: CharacterSpan[] = [];
  for (const { start, end } of lines) {
    pushSpan(places, start, end);
    places.push({ start: end, end: end + 1 });
  }
  return places;
}

/**
 * Lines that are indented deeper keep their breaks; between others one break is a space, and of several one is
 * dropped.
 */
function spansOfFolded(text: string, lines: readonly Span[]): readonly CharacterSpan[] {
  const places: CharacterSpan[] = [];
  let breaks: number[] = [];
  let started = false;
  let deeperBefore = false;
  for (const { start, end } of lines) {
    if (start < end) {
      const deeper = isBlank(text[start]);
      if (!started || deeper || deeperBefore) {
        for (const at of breaks) places.push({ start: at, end: at + 1 });
      } else {
        pushBreaks(places, breaks, start);
      }
      pushSpan(places, start, end);
      breaks = [];
      started = true;
      deeperBefore = deeper;
    }
    breaks.push(end);
  }
  for (const at of breaks) places.push({ start: at, end: at + 1 });
  return places;
}
