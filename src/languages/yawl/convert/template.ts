/** Writes values and expressions for templates: `$name.path`, `${…}`, and texts with doubled dollar signs. */
import type { Json } from '../../../kernel/index.ts';
import type { MappedValue } from './read-mapping.ts';

const reference = /^\$[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;

/** A value of `args` or `result`. */
export function templateOf(given: MappedValue): Json {
  if (given.kind === 'constant') return escapedIn(given.value);
  if (given.kind === 'record') {
    return Object.fromEntries(given.fields.map(([name, part]) => [name, templateOf(part)]));
  }
  const written = literalOf(given.text);
  return written === undefined ? enclosed(given.text) : escapedIn(written);
}

/** The value, if an expression is only a literal. */
function literalOf(text: string): Json | undefined {
  if (!/^(?:-?\d|["[{]|true$|false$|null$)/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Inside a text. */
export function templateText(given: MappedValue): string {
  if (given.kind === 'expression') return enclosed(given.text);
  if (given.kind === 'record') {
    return given.fields.map(([name, part]) => `${escapeDollars(name)} ${templateText(part)}`).join(', ');
  }
  return escapeDollars(typeof given.value === 'string' ? given.value : JSON.stringify(given.value));
}

/** Inside the braces, names need no dollar sign. One in a quoted text must stay. */
function enclosed(text: string): string {
  if (reference.test(text)) return text;
  return `\${${/["']/.test(text) ? text : text.replaceAll('$', '')}}`;
}

export const escapeDollars = (text: string): string => text.replaceAll('$', '$$$$');

function escapedIn(value: Json): Json {
  if (typeof value === 'string') return escapeDollars(value);
  if (Array.isArray(value)) return value.map(escapedIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, escapedIn(part)]));
}

/** A value inside an expression. */
export const literal = (value: Json): string => JSON.stringify(value);
