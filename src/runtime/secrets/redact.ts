/**
 * The central redaction: hides known secrets, values whose name means a secret, and what looks like one in texts.
 * Total and bounded: it accepts any value, never throws, and leaves out what is too deep or too large.
 */
import type { Json } from '../../kernel/index.ts';
import { redacted, redactText } from './redact-text.ts';
import { createSecretFilter } from './secret-forms.ts';
import { isSecretName } from './secret-name.ts';

export interface Redact {
  (text: string): string;
  (value: Json): Json;
}

export interface Redactor {
  /** For output to users and logs. Long texts are cut. */
  readonly redact: Redact;
  /** Hides only known secrets: for data that is used further, where a name alone is no reason. */
  readonly hideSecrets: Redact;
}

const maxTextLength = 262_144;

/** `values` returns the known secrets; values of fewer than 4 characters are not searched for. */
export function createRedactor(values: () => Iterable<string>): Redactor {
  const secrets = createFilter(values);
  const forDisplay = {
    text: shorten,
    isSecret: isSecretName,
    maxDepth: 64,
    parts: 100_000,
    changesTexts: true,
  };
  const forProcessing = {
    text: (text: string) => text,
    isSecret: () => false,
    maxDepth: 256,
    parts: Number.POSITIVE_INFINITY,
    changesTexts: false,
  };
  return { redact: createWalk(secrets, forDisplay), hideSecrets: createWalk(secrets, forProcessing) };
}

const shorten = (text: string): string =>
  text.length > maxTextLength ? `${redactText(text.slice(0, maxTextLength))}…` : redactText(text);

/** The filter is built again only when the secrets change. */
function createFilter(values: () => Iterable<string>): () => ((text: string) => string) | undefined {
  let known: readonly string[] = [];
  let filter: ((text: string) => string) | undefined;
  return () => {
    const now = [...values()];
    if (now.length !== known.length || now.some((value, index) => value !== known[index])) {
      known = now;
      filter = createSecretFilter(now, redacted);
    }
    return filter;
  };
}

interface Walk {
  /** Applied to a text in which known secrets are already hidden. */
  readonly text: (text: string) => string;
  readonly isSecret: (name: string) => boolean;
  readonly maxDepth: number;
  /** How many parts are processed; the rest is left out. */
  readonly parts: number;
  /** Texts change even if no secret is known. */
  readonly changesTexts: boolean;
}

function createWalk(
  secrets: () => ((text: string) => string) | undefined,
  { text, isSecret, maxDepth, parts, changesTexts }: Walk,
): Redact {
  function start(value: string): string;
  function start(value: Json): Json;
  function start(value: Json): Json {
    let left = parts;
    const filter = secrets();
    if (filter === undefined && !changesTexts) return value;
    const hide = filter ?? ((known: string): string => known);
    const walk = (part: Json, depth: number): Json => {
      if (typeof part === 'string') return text(hide(part));
      if (typeof part !== 'object' || part === null) return part;
      if (depth >= maxDepth || --left < 0) return redacted;
      if (isList(part)) return part.map((each) => walk(each, depth + 1));
      const named = isNamedSecret(part, isSecret);
      return Object.fromEntries(
        Object.entries(part).map(([name, each]) => {
          const isHidden = mayReveal(each) && (isSecret(name) || (named && name === 'value'));
          return [hide(name), isHidden ? redacted : walk(each, depth + 1)];
        }),
      );
    };
    try {
      return walk(value, 0);
    } catch {
      return redacted;
    }
  }
  return start;
}

/** Headers and variables are often listed as `{name, value}`. */
function isNamedSecret(part: { readonly [key: string]: Json }, isSecret: (name: string) => boolean): boolean {
  const name = part['name'] ?? part['key'];
  return typeof name === 'string' && isSecret(name);
}

/** The absence of a value, or a flag, is not a secret. */
const mayReveal = (value: Json): boolean => value !== null && value !== '' && typeof value !== 'boolean';

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
