/** A text that a regular expression finds something in. What is given was tried; where none comes out there is none. */
import { createMatcher } from '../../../expression/index.ts';

const longestSample = 100;
const mostRepeats = 50;
/** Characters and classes that are tried out. */
const mostElements = 100;
const deepest = 20;

export function sampleOfPattern(pattern: string, flags = ''): string | null {
  const matcher = createMatcher(pattern, flags);
  if (matcher.kind === 'problem') return null;
  // Repetitions that may be left out make better examples when they are there.
  for (const atLeast of [1, 0]) {
    const text = write({ pattern, atLeast, at: 0, depth: 0, elements: 0 });
    if (text !== null && text.trim() !== '' && text.length <= longestSample && matcher.isFoundIn(text))
      return text;
  }
  return null;
}

interface Writing {
  readonly pattern: string;
  readonly atLeast: number;
  at: number;
  depth: number;
  elements: number;
}

function write(writing: Writing): string | null {
  const text = writeChoice(writing);
  return writing.at === writing.pattern.length ? text : null;
}

/** The first alternative; the others are read, to know where they end. */
function writeChoice(writing: Writing): string | null {
  const first = writeSequence(writing);
  while (writing.pattern[writing.at] === '|') {
    writing.at += 1;
    writeSequence(writing);
  }
  return first;
}

function writeSequence(writing: Writing): string | null {
  let text = '';
  while (writing.at < writing.pattern.length && !'|)'.includes(writing.pattern[writing.at] ?? '')) {
    const part = writePart(writing);
    if (part === null) return null;
    const repeated = part.repeat(readRepeats(writing));
    if (text.length + repeated.length > longestSample) return null;
    text += repeated;
  }
  return text;
}

function readRepeats(writing: Writing): number {
  const rest = writing.pattern.slice(writing.at, writing.at + 12);
  const found = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(rest);
  if (found === null) return 1;
  writing.at += found[0].length;
  if (found[1] !== undefined) return Math.min(mostRepeats, Number(found[1]));
  return found[0].startsWith('+') ? 1 : found[0].startsWith('*') ? writing.atLeast : 0;
}

const positions = /^(?:[\^$]|\\[bBAz])/;
const opening = /^\((?:\?(?:P?<\w+>|[imsU-]*:))?/;
const settings = /^\(\?[imsU-]+\)/;
const single =
  /^(?:\\(?:p\{\^?\w+\}|P\{\w+\}|[pP]\w|x\{[\da-fA-F]+\}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|[^1-9])|\.)/;

function writePart(writing: Writing): string | null {
  const rest = writing.pattern.slice(writing.at, writing.at + 40);
  const empty = positions.exec(rest) ?? settings.exec(rest);
  if (empty !== null) {
    writing.at += empty[0].length;
    return '';
  }
  if (rest.startsWith('(')) return writeGroup(writing, opening.exec(rest)?.[0].length ?? 1);
  const element = rest.startsWith('[') ? readClass(writing) : (single.exec(rest)?.[0] ?? null);
  if (element !== null) {
    writing.at += element.length;
    writing.elements += 1;
    return writing.elements > mostElements ? null : characterOf(element);
  }
  const [literal = ''] = rest;
  writing.at += literal.length;
  return literal === '\\' ? null : literal;
}

function writeGroup(writing: Writing, length: number): string | null {
  if (writing.depth >= deepest) return null;
  writing.at += length;
  writing.depth += 1;
  const inside = writeChoice(writing);
  writing.depth -= 1;
  if (writing.pattern[writing.at] !== ')') return null;
  writing.at += 1;
  return inside;
}

/** Up to the bracket that closes it: none that is escaped, and none of a named class. */
function readClass({ pattern, at }: Writing): string | null {
  const found = /^\[\^?(?:\\.|\[:\w+:\]|[^\]\\])*\]/s.exec(pattern.slice(at, at + 500));
  return found?.[0] ?? null;
}

const likely = [
  ...'aA1x0-_ .,:;/@#!?+*=%&()[]{}<>"\'`|~^$\\',
  ...'bcdefghijklmnopqrstuvwyzBCDEFGHIJKLMNOPQRSTUVWXYZ23456789',
  ...'\n\té中',
];

/** Whatever the element is: the first likely character that it matches. */
function characterOf(element: string): string | null {
  const matcher = createMatcher(`^${element}$`, 's');
  if (matcher.kind === 'problem') return null;
  return likely.find((each) => matcher.isFoundIn(each) === true) ?? null;
}
