/** Value formats of settings: parsed from text and shown as text. */
import { isIPv4, isIPv6 } from 'node:net';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { describeDuration, parseDuration } from '../../expression/index.ts';
import { parseRedisAddress, parseUrl } from '../../runtime/index.ts';

export interface Form<Value> {
  /** Completes “… must be”. */
  readonly expected: string;
  /** `undefined` if the text does not have this format. */
  parse(text: string, context: ParseContext): Value | undefined;
  show(value: Value): string;
  /** Of a list: each text is one entry. */
  parseEach?(texts: readonly string[], context: ParseContext): Value | undefined;
}

/** What the meaning of a value depends on. */
export interface ParseContext {
  /** Base of relative paths. */
  readonly folder: string;
  /** The home folder of the user. */
  readonly home: string;
  /** The user's own Signalbox folder; empty if it is not used, as in embedding programs. */
  readonly own: string;
  /** Workflows that come with the program; empty if there are none. */
  readonly bundled: string;
}

export const path: Form<string> = {
  expected: 'a path',
  parse: (text, context) => (text.includes('\0') ? undefined : absolute(text, context)),
  show: (value) => value,
};

/** A folder that is read or not: empty if not. */
export const included = (find: (context: ParseContext) => string): Form<string> => ({
  expected: yesOrNo.expected,
  parse(written, context) {
    const isRead = yesOrNo.parse(written, context);
    return isRead === undefined ? undefined : isRead ? find(context) : '';
  },
  show: (value) => value,
});

export const paths: Form<readonly string[]> = {
  expected: `paths, separated by “${delimiter}”`,
  parse: (text, context) => pathsOf(text.split(delimiter), context),
  parseEach: (texts, context) => pathsOf(texts, context),
  show: (value) => value.join(delimiter),
};

/** Comma-separated names. A repeated flag adds to them. */
export const names: Form<readonly string[]> = {
  expected: 'comma-separated names',
  parse: (written) => namesOf([written]),
  parseEach: (texts) => namesOf(texts),
  show: (value) => value.join(','),
};

/** A public address; empty if there is none. */
export const webAddress: Form<string> = {
  expected:
    'an address that begins with https:// or http://, without a query, such as “https://flows.example.com”',
  parse(written) {
    const url = parseUrl(written);
    const isPlain = url?.search === '' && url.hash === '' && url.username === '' && url.password === '';
    return isPlain && /^https?:$/.test(url.protocol) ? url.href.replace(/\/$/, '') : undefined;
  },
  show: (value) => value,
};

export const redisAddress: Form<string> = {
  expected: 'an address such as “redis://:password@redis.example.com:6379/0”, or with TLS “rediss://…”',
  parse: (written) => (parseRedisAddress(written) === undefined ? undefined : written),
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

export const word: Form<string> = {
  expected: 'a name of 1 to 200 printable characters, without a space',
  parse: (written) => (/^[\p{L}\p{N}\p{P}\p{S}]{1,200}$/u.test(written) ? written : undefined),
  show: (value) => value,
};

/** Comma-separated texts without spaces, possibly addresses. */
export const texts: Form<readonly string[]> = {
  expected: 'comma-separated texts without spaces',
  parse: (written) => textsOf([written]),
  parseEach: (texts) => textsOf(texts),
  show: (value) => value.join(','),
};

/** Length in bytes of the signing key. */
export const secret = (minBytes: number): Form<string> => ({
  expected: `a secret of ${minBytes} bytes or more`,
  parse: (written) => (Buffer.byteLength(written) >= minBytes ? written : undefined),
  show: (value) => value,
});

export const networks: Form<readonly string[]> = {
  expected: 'comma-separated addresses and ranges, such as “10.0.0.7,fd00::/8”',
  parse: (written) => networksOf([written]),
  parseEach: (texts) => networksOf(texts),
  show: (value) => value.join(','),
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

export function wholeNumber(min: number, max: number): Form<number> {
  return {
    expected: `a whole number from ${min} to ${max}`,
    parse(written) {
      const number = /^\d{1,15}$/.test(written) ? Number(written) : Number.NaN;
      return number >= min && number <= max ? number : undefined;
    },
    show: String,
  };
}

/** In milliseconds. */
export function duration(min: number, max: number): Form<number> {
  return {
    expected: `a time from ${describeDuration(min)} to ${describeDuration(max)}, with its unit, such as “5 minutes”`,
    parse(written) {
      const milliseconds = parseDuration(written.toLowerCase());
      return milliseconds !== undefined && milliseconds >= min && milliseconds <= max
        ? milliseconds
        : undefined;
    },
    show: describeDuration,
  };
}

/** An amount of data. */
export function bytes(min: number, max: number): Form<number> {
  return {
    expected: `a size from ${describeBytes(min)} to ${describeBytes(max)}, such as “500 MB”`,
    parse(written) {
      const [, amount, unit = ''] = /^(\d{1,15}(?:\.\d{1,3})?)\s*([a-z]{0,3})$/i.exec(written) ?? [];
      const size = sizes.find(({ names }) => names.includes(unit.toLowerCase()))?.bytes;
      const found =
        amount === undefined || size === undefined ? Number.NaN : Math.round(Number(amount) * size);
      return found >= min && found <= max ? found : undefined;
    },
    show: describeBytes,
  };
}

/** Null is written “never”. */
export const orNever = (form: Form<number>): Form<number | null> => orKeyword(form, ['never']);

/** Null is written “usual”. */
export const orDefault = <Value>(form: Form<Value>): Form<Value | null> => orKeyword(form, ['usual']);

/** Null is written “none”. */
export const orNone = (form: Form<number>): Form<number | null> => orKeyword(form, ['none', 'never']);

/** @param keywords for null; the first is shown */
function orKeyword<Value>(form: Form<Value>, keywords: readonly [string, ...string[]]): Form<Value | null> {
  return {
    expected: `${form.expected}, or “${keywords[0]}”`,
    parse: (written, context) =>
      keywords.includes(written.toLowerCase()) ? null : form.parse(written, context),
    show: (value) => (value === null ? keywords[0] : form.show(value)),
  };
}

/** The largest first. */
const sizes = [
  { bytes: 1e12, names: ['tb'], shown: 'TB' },
  { bytes: 2 ** 30, names: ['gib'], shown: 'GiB' },
  { bytes: 1e9, names: ['gb'], shown: 'GB' },
  { bytes: 2 ** 20, names: ['mib'], shown: 'MiB' },
  { bytes: 1e6, names: ['mb'], shown: 'MB' },
  { bytes: 1_024, names: ['kib'], shown: 'KiB' },
  { bytes: 1e3, names: ['kb'], shown: 'kB' },
  { bytes: 1, names: ['', 'b'], shown: 'bytes' },
];

/** In the largest unit that divides it evenly. */
function describeBytes(count: number): string {
  const size = sizes.find(({ bytes }) => count % bytes === 0);
  return size === undefined ? `${count} bytes` : `${count / size.bytes} ${size.shown}`;
}

const partsOf = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.flatMap((each) => each.split(',').map((part) => part.trim()))),
];

function namesOf(texts: readonly string[]): readonly string[] | undefined {
  const found = partsOf(texts);
  return found.every((name) => /^[\w.-]{1,200}$/.test(name)) ? found : undefined;
}

function textsOf(texts: readonly string[]): readonly string[] | undefined {
  const found = partsOf(texts);
  return found.every((each) => /^[^\s\p{C}]{1,500}$/u.test(each)) ? found : undefined;
}

function networksOf(texts: readonly string[]): readonly string[] | undefined {
  const found = partsOf(texts);
  return found.every(isNetwork) ? found : undefined;
}

/** No zones: they are valid on one machine only. */
function isNetwork(written: string): boolean {
  const [address = '', length, ...more] = written.split('/');
  if (more.length > 0 || address.includes('%')) return false;
  const maxPrefixLength = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1;
  return length === undefined
    ? maxPrefixLength > 0
    : /^\d{1,3}$/.test(length) && Number(length) <= maxPrefixLength;
}

function pathsOf(texts: readonly string[], context: ParseContext): readonly string[] | undefined {
  const written = texts.filter((each) => each.trim() !== '');
  const found = written.flatMap((each) => path.parse(each, context) ?? []);
  return found.length === 0 || found.length < written.length ? undefined : found;
}

function absolute(written: string, { folder, home }: ParseContext): string {
  if (written === '~' || written.startsWith('~/')) return join(home, written.slice(1));
  return isAbsolute(written) ? resolve(written) : resolve(folder, written);
}
