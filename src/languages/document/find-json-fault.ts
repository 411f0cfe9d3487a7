/** Finds the first position where a text is not JSON, with messages that do not depend on the JavaScript engine. */

export interface JsonFault {
  /** Without a period: `Unexpected end of JSON input`. */
  readonly message: string;
  /** Counts from 0. */
  readonly position: number;
  /** The certain correction; absent if several are possible. */
  readonly remedy?: JsonRemedy;
}

/** Replaces the text between two positions. */
interface JsonRemedy {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The correction as a sentence. */
  readonly description: string;
}

/**
 * Nesting depth is unlimited: open brackets are stored in a list.
 * @returns undefined if the text is JSON
 */
export function findJsonFault(text: string): JsonFault | undefined {
  const open: ('{' | '[')[] = [];
  let expected: Expectation = 'value';
  let comma = 0;
  let at = skipBlank(text, text.startsWith('\ufeff') ? 1 : 0);
  while (at < text.length) {
    const sign = text.charAt(at);
    if (expected === 'end') return { message: 'Unexpected text after the JSON value', position: at };
    const inMap = open.at(-1) === '{';
    if ((sign === '}' || sign === ']') && mayClose[expected]) {
      if (sign !== (inMap ? '}' : ']')) return { message: missingComma(inMap), position: at };
      open.pop();
      expected = open.length === 0 ? 'end' : 'comma';
      at += 1;
    } else if (
      (sign === '}' || sign === ']') &&
      (expected === 'key' || expected === 'value') &&
      text.charAt(comma) === ','
    ) {
      return trailingComma(text, comma, at);
    } else if (expected === 'colon') {
      if (sign !== ':') return { message: "Expected ':' after a property name", position: at };
      expected = 'value';
      comma = at;
      at += 1;
    } else if (expected === 'comma') {
      if (sign !== ',') return { message: missingComma(inMap), position: at };
      expected = inMap ? 'key' : 'value';
      comma = at;
      at += 1;
    } else if (expected === 'key' || expected === 'firstKey') {
      if (sign !== '"') return { message: 'Expected a property name in double quotes', position: at };
      const end = endOfString(text, at);
      if (typeof end !== 'number') return end;
      expected = 'colon';
      at = end;
    } else if (sign === '{' || sign === '[') {
      open.push(sign);
      expected = sign === '{' ? 'firstKey' : 'firstValue';
      comma = at;
      at += 1;
    } else {
      const end = sign === '"' ? endOfString(text, at) : endOfLiteral(text, at);
      if (typeof end !== 'number') return end;
      expected = open.length === 0 ? 'end' : 'comma';
      at = end;
    }
    at = skipBlank(text, at);
  }
  return expected === 'end' ? undefined : unexpectedEnd(text, open, expected);
}

/** The first ones may be absent if a list or a map is empty. */
type Expectation = 'value' | 'firstValue' | 'key' | 'firstKey' | 'colon' | 'comma' | 'end';

const mayClose: Readonly<Record<Expectation, boolean>> = {
  value: false,
  firstValue: true,
  key: false,
  firstKey: true,
  colon: false,
  comma: true,
  end: false,
};

const missingComma = (inMap: boolean): string =>
  inMap ? "Expected ',' or '}' after a property value" : "Expected ',' or ']' after a list element";

function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1;
  return at;
}

const trailingComma = (text: string, comma: number, at: number): JsonFault => ({
  message: `Expected no comma before '${text.charAt(at)}'`,
  position: comma,
  remedy: {
    start: comma,
    end: at + 1,
    text: text.slice(comma + 1, at + 1),
    description: 'Remove the last comma.',
  },
});

/** Open brackets can only be closed after a complete value. */
function unexpectedEnd(text: string, open: readonly ('{' | '[')[], expected: Expectation): JsonFault {
  const message = 'Unexpected end of JSON input';
  const position = text.length;
  const end = text.trimEnd().length;
  if (!mayClose[expected] || open.length > maxClosedBrackets) return { message, position };
  const closing = open
    .toReversed()
    .map((sign) => (sign === '{' ? '}' : ']'))
    .join('');
  return {
    message,
    position,
    remedy: { start: end, end, text: closing, description: `Close with ${closing}` },
  };
}

/** @returns the end of the string, including the quote */
function endOfString(text: string, from: number): number | JsonFault {
  for (let at = from + 1; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '"') return at + 1;
    if (sign < ' ') {
      const message = 'Unexpected line break or control character in a string';
      return { message, position: at };
    }
    if (sign !== '\\') continue;
    if (!/^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text.slice(at + 1, at + 6))) {
      return { message: 'Unexpected escape in a string', position: at };
    }
    at += 1;
  }
  return { message: 'Unexpected end of JSON input in a string', position: text.length };
}

function endOfLiteral(text: string, from: number): number | JsonFault {
  const [word = ''] = /^[^\s,:{}[\]"]*/.exec(text.slice(from, from + maxWordLength)) ?? [];
  if (/^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(word))
    return from + word.length;
  const shown = word === '' ? text.charAt(from) : word.slice(0, 20);
  return { message: `Unexpected token '${shown}'`, position: from };
}

/** With more open brackets than this, closing them is not the correction. */
const maxClosedBrackets = 100;

/** Numbers with more digits are not read. */
const maxWordLength = 1_000;
