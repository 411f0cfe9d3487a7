/**
 * The current values of listed secrets. A file is read at each use, so that a new value counts at once; a command is run
 * again after five minutes. Remembers what a redactor must hide.
 */
import {
  type ReadSecret,
  readSecretFile,
  runSecretCommand,
  type SecretCommand,
  type SecretSource,
} from './secret-source.ts';
import type { SecretStore } from './secret-store.ts';

export interface SecretValue {
  /** Where it comes from, or would come from; `none` if it may be saved. */
  readonly origin: 'environment' | 'store' | 'none' | SecretSource['kind'];
  /** Empty if there is none. */
  readonly value: string;
  /** The end of a sentence: why there is none. */
  readonly reason: string;
}

export interface SecretValues {
  find(rule: ListedSecret, tenant: string): Promise<SecretValue>;
  /** Also those that files and commands had before, as far as calls under way may still show them. */
  known(): readonly string[];
  /** Ends commands. */
  close(): void;
}

export interface ListedSecret {
  readonly name: string;
  /** Default: the environment variable of its name, otherwise what was saved. */
  readonly source?: SecretSource;
}

export interface SecretValuesOptions {
  readonly env: { readonly [name: string]: string | undefined };
  readonly store?: SecretStore | undefined;
  readonly now: () => number;
}

const commandLife = 300_000;
/** After a failure, so that not every call waits for a command that does not answer. */
const failureLife = 30_000;
const maxKnown = 16;

export function createSecretValues({ env, store, now }: SecretValuesOptions): SecretValues {
  const closing = new AbortController();
  const known = new Map<string, readonly string[]>();
  const outputs = new Map<string, Output>();

  const readCommand = (name: string, source: SecretCommand): Promise<ReadSecret> => {
    const last = outputs.get(name);
    if (last !== undefined && now() < last.until) return last.read;
    const read = runSecretCommand(source, env, closing.signal);
    const output: Output = { read, until: Number.POSITIVE_INFINITY };
    outputs.set(name, output);
    return read.finally(async () => {
      output.until = now() + ((await read).kind === 'value' ? commandLife : failureLife);
    });
  };

  const readSource = async (name: string, source: SecretSource): Promise<SecretValue> => {
    const read = source.kind === 'file' ? await readSecretFile(source) : await readCommand(name, source);
    if (read.kind === 'failed') return { origin: source.kind, value: '', reason: read.reason };
    const others = (known.get(name) ?? []).filter((value) => value !== read.value);
    known.set(name, [...others, read.value].slice(-maxKnown));
    return { origin: source.kind, value: read.value, reason: '' };
  };

  return {
    async find({ name, source }, tenant) {
      if (source !== undefined) return readSource(name, source);
      const variable = variableOf(env, name);
      if (variable !== '') return { origin: 'environment', value: variable, reason: '' };
      const value = store?.find(tenant, name) ?? '';
      return {
        origin: value === '' ? 'none' : 'store',
        value,
        reason: 'the environment variable is not set',
      };
    },
    known: () => [...[...known.values()].flat(), ...(store?.values() ?? [])],
    close: () => closing.abort(),
  };
}

interface Output {
  readonly read: Promise<ReadSecret>;
  until: number;
}

export const variableOf = (env: { readonly [name: string]: string | undefined }, name: string): string =>
  Object.hasOwn(env, name) ? (env[name] ?? '') : '';
