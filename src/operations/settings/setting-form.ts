/** The forms that values of settings have: read from a text, and shown as one. */
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { describeDuration, parseDuration } from '../../expression/index.ts';

export interface Form<Value> {
  /** Completes “… must be”. */
  readonly expected: string;
  /** Undefined where the text is not of this form. */
  parse(text: string, where: Where): Value | undefined;
  show(value: Value): string;
  /** Of a list: each text is one entry of it. */
  parseEach?(texts: readonly string[], where: Where): Value | undefined;
}

/** What the meaning of a value depends on. */
export interface Where {
  /** That relative paths begin at. */
  readonly folder: string;
  /** The user's. */
  readonly home: string;
}

export const path: Form<string> = {
  expected: 'a path',
  parse: (text, where) => (text.includes('\0') ? undefined : absolute(text, where)),
  show: (value) => value,
};

export const paths: Form<readonly string[]> = {
  expected: `paths, parted by “${delimiter}”`,
  parse: (text, where) => pathsOf(text.split(delimiter), where),
  parseEach: (texts, where) => pathsOf(texts, where),
  show: (value) => value.join(delimiter),
};

/** Names, parted by commas; a flag that is given more than once adds to them. */
export const names: Form<readonly string[]> = {
  expected: 'names, parted by commas',
  parse: (written) => namesOf([written]),
  parseEach: (texts) => namesOf(texts),
  show: (value) => value.join(','),
};

/** Nothing, where empty: an address under which others reach it. */
export const webAddress: Form<string> = {
  expected:
    'an address that begins with https:// or http://, without a query, such as “https://flows.example.com”',
  parse(written) {
    const url = URL.canParse(written) ? new URL(written) : undefined;
    const isPlain = url?.search === '' && url.hash === '' && url.username === '' && url.password === '';
    return isPlain && /^https?:$/.test(url.protocol) ? url.href.replace(/\/$/, '') : undefined;
  },
  show: (value) => value,
};

export const hostName: Form<string> = {
  expected: 'a host name or an address, such as “127.0.0.1”',
  parse: (written) => (/^[\w.:-]{1,255}$/.test(written) ? written : undefined),
  show: (value) => value,
};

export const text: Form<string> = {
  expected: 'a text',
  parse: (written) => written,
  show: (value) => value,
};

export const yesOrNo: Form<boolean> = {
  expected: '“true” or “false”',
  parse(written) {
    if (/^(?:1|true|yes|on)$/i.test(written)) return true;
    return /^(?:0|false|no|off)$/i.test(written) ? false : undefined;
  },
  show: String,
};

export function choice<const Value extends string>(values: readonly Value[]): Form<Value> {
  return {
    expected: values.map((value) => `“${value}”`).join(' or '),
    parse: (written) => values.find((value) => value === written.toLowerCase()),
    show: (value) => value,
  };
}

export function wholeNumber(least: number, most: number): Form<number> {
  return {
    expected: `a whole number from ${least} to ${most}`,
    parse(written) {
      const number = /^\d{1,15}$/.test(written) ? Number(written) : Number.NaN;
      return number >= least && number <= most ? number : undefined;
    },
    show: String,
  };
}

/** In milliseconds. */
export function duration(least: number, most: number): Form<number> {
  return {
    expected: `a time from ${describeDuration(least)} to ${describeDuration(most)}, with its unit, such as “5 minutes”`,
    parse(written) {
      const milliseconds = parseDuration(written.toLowerCase());
      return milliseconds !== undefined && milliseconds >= least && milliseconds <= most
        ? milliseconds
        : undefined;
    },
    show: describeDuration,
  };
}

/** Null is written “never”. */
export function orNever(form: Form<number>): Form<number | null> {
  return {
    expected: `${form.expected}, or “never”`,
    parse: (written, where) => (written.toLowerCase() === 'never' ? null : form.parse(written, where)),
    show: (value) => (value === null ? 'never' : form.show(value)),
  };
}

function namesOf(texts: readonly string[]): readonly string[] | undefined {
  const found = texts.flatMap((each) => each.split(',').map((name) => name.trim()));
  return found.every((name) => /^[\w.-]{1,200}$/.test(name)) ? [...new Set(found)] : undefined;
}

function pathsOf(texts: readonly string[], where: Where): readonly string[] | undefined {
  const written = texts.filter((each) => each.trim() !== '');
  const found = written.flatMap((each) => path.parse(each, where) ?? []);
  return found.length === 0 || found.length < written.length ? undefined : found;
}

function absolute(written: string, { folder, home }: Where): string {
  if (written === '~' || written.startsWith('~/')) return join(home, written.slice(1));
  return isAbsolute(written) ? resolve(written) : resolve(folder, written);
}
