/** Creates a text that a regular expression matches. The result is verified; null if none is found. */
import { createMatcher } from '../expression/index.ts';

const maxSampleLength = 100;
const maxRepeats = 50;
/** Characters and classes to try. */
const maxElements = 100;
const maxDepth = 20;

export function sampleOfPattern(pattern: string, flags = ''): string | null {
  const matcher = createMatcher(pattern, flags);
  if (matcher.kind === 'problem') return null;
  // Optional repetitions make better examples if they are present.
  for (const atLeast of [1, 0]) {
    const text = write({ pattern, atLeast, at: 0, depth: 0, elements: 0 });
    if (text !== null && text.trim() !== '' && text.length <= maxSampleLength && matcher.isFoundIn(text))
      return text;
  }
  return null;
}

interface SampleWriter {
  readonly pattern: string;
  readonly atLeast: number;
  at: number;
  depth: number;
  elements: number;
}

function write(writer: SampleWriter): string | null {
  const text = writeChoice(writer);
  return writer.at === writer.pattern.length ? text : null;
}

/** Takes the first alternative; the others are parsed to find their end. */
function writeChoice(writer: SampleWriter): string | null {
  const first = writeSequence(writer);
  while (writer.pattern[writer.at] === '|') {
    writer.at += 1;
    writeSequence(writer);
  }
  return first;
}

function writeSequence(writer: SampleWriter): string | null {
  let text = '';
  while (writer.at < writer.pattern.length && !'|)'.includes(writer.pattern[writer.at] ?? '')) {
    const part = writePart(writer);
    if (part === null) return null;
    const repeated = part.repeat(readRepeats(writer));
    if (text.length + repeated.length > maxSampleLength) return null;
    text += repeated;
  }
  return text;
}

function readRepeats(writer: SampleWriter): number {
  const rest = writer.pattern.slice(writer.at, writer.at + 12);
  const found = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(rest);
  if (found === null) return 1;
  writer.at += found[0].length;
  if (found[1] !== undefined) return Math.min(maxRepeats, Number(found[1]));
  return found[0].startsWith('+') ? 1 : found[0].startsWith('*') ? writer.atLeast : 0;
}

const positions = /^(?:[\^$]|\\[bBAz])/;
const opening = /^\((?:\?(?:P?<\w+>|[imsU-]*:))?/;
const settings = /^\(\?[imsU-]+\)/;
const single =
  /^(?:\\(?:p\{\^?\w+\}|P\{\w+\}|[pP]\w|x\{[\da-fA-F]+\}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|[^1-9])|\.)/;

function writePart(writer: SampleWriter): string | null {
  const rest = writer.pattern.slice(writer.at, writer.at + 40);
  const empty = positions.exec(rest) ?? settings.exec(rest);
  if (empty !== null) {
    writer.at += empty[0].length;
    return '';
  }
  if (rest.startsWith('(')) return writeGroup(writer, opening.exec(rest)?.[0].length ?? 1);
  const element = rest.startsWith('[') ? readClass(writer) : (single.exec(rest)?.[0] ?? null);
  if (element !== null) {
    writer.at += element.length;
    writer.elements += 1;
    return writer.elements > maxElements ? null : characterOf(element);
  }
  const [literal = ''] = rest;
  writer.at += literal.length;
  return literal === '\\' ? null : literal;
}

function writeGroup(writer: SampleWriter, length: number): string | null {
  if (writer.depth >= maxDepth) return null;
  writer.at += length;
  writer.depth += 1;
  const inside = writeChoice(writer);
  writer.depth -= 1;
  if (writer.pattern[writer.at] !== ')') return null;
  writer.at += 1;
  return inside;
}

/** Finds the closing bracket, skipping escaped ones and named classes. */
function readClass({ pattern, at }: SampleWriter): string | null {
  const found = /^\[\^?(?:\\.|\[:\w+:\]|[^\]\\])*\]/s.exec(pattern.slice(at, at + 500));
  return found?.[0] ?? null;
}

const likely = [
  ...'aA1x0-_ .,:;/@#!?+*=%&()[]{}<>"\'`|~^$\\',
  ...'bcdefghijklmnopqrstuvwyzBCDEFGHIJKLMNOPQRSTUVWXYZ23456789',
  ...'\n\té中',
];

/** The first likely character that the element matches. */
function characterOf(element: string): string | null {
  const matcher = createMatcher(`^${element}$`, 's');
  if (matcher.kind === 'problem') return null;
  return likely.find((each) => matcher.isFoundIn(each) === true) ?? null;
}
