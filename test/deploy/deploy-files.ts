/** Reads the files of `deploy/`. */
import { readdirSync, readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

export const deployFolder = new URL('../../deploy/', import.meta.url);

export const readDeployFile = (path: string): string => readFileSync(new URL(path, deployFolder), 'utf8');

/** The value at a path in a document: `spec.template.spec.containers`; `undefined` if it does not exist. */
export function at(document: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => Reflect.get(Object(value), name), document);
}

export const listAt = (document: unknown, path: string): readonly unknown[] => {
  const found = at(document, path);
  return Array.isArray(found) ? found : [];
};

export interface Manifest {
  readonly file: string;
  readonly kind: string;
  readonly name: string;
  readonly document: unknown;
}

/** Throws if one of them is not valid YAML. */
export function readManifests(): readonly Manifest[] {
  return readdirSync(new URL('kubernetes/', deployFolder))
    .sort()
    .flatMap((file) =>
      parseAllDocuments(readDeployFile(`kubernetes/${file}`), { strict: true }).map((parsed) => {
        if (parsed.errors.length > 0) throw new Error(`${file}: ${parsed.errors.join(' ')}`);
        const document: unknown = parsed.toJS();
        return {
          file,
          kind: String(at(document, 'kind')),
          name: String(at(document, 'metadata.name')),
          document,
        };
      }),
    );
}

/** Throws if it does not exist. */
export function findManifest(kind: string, name = 'signalbox'): unknown {
  const found = readManifests().find((each) => each.kind === kind && each.name === name);
  if (found === undefined) throw new Error(`${kind} ${name} does not exist.`);
  return found.document;
}

/** `NAME=value` of each line, without comments. */
export function variablesIn(text: string): Readonly<Record<string, string>> {
  const lines = text.split('\n').filter((line) => /^[A-Z]\w*=/.test(line));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/** The instructions of the container file, one line each; only those of the last stage. */
export function lastStage(): readonly string[] {
  const whole = readDeployFile('Containerfile')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll('\\\n', ' ');
  const lines = whole.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
}

/** Variables that the image sets. */
export function variablesOfImage(): Readonly<Record<string, string>> {
  const words = lastStage()
    .filter((line) => line.startsWith('ENV '))
    .flatMap((line) => line.slice('ENV '.length).trim().split(/\s+/));
  return variablesIn(words.join('\n'));
}

/** The JSON list of an instruction. */
export function instructionWords(instruction: string): readonly string[] {
  const line = lastStage().find((each) => each.startsWith(`${instruction} `)) ?? '';
  const words: unknown = JSON.parse(line.slice(line.indexOf('[')));
  return Array.isArray(words) ? words.map(String) : [];
}

/** Each value of a key of a unit, in order. */
export function valuesOf(unit: string, key: string): readonly string[] {
  return readDeployFile(`systemd/${unit}`)
    .split('\n')
    .filter((line) => line.startsWith(`${key}=`))
    .map((line) => line.slice(key.length + 1));
}
