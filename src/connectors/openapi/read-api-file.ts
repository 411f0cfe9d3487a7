/**
 * Reads the document of an API from its file, with the files in the same folder that it refers to: they are put into the
 * document under a key of its own, so that all references lead inside it. Addresses, and files outside the folder, are
 * left alone: nothing is known of what they describe.
 */
import { realpath, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import type { Json } from '../../kernel/index.ts';
import { maxBytes, readDataFile } from './read-data-file.ts';

const filesKey = 'x-signalbox-files';
const maxFiles = 200;

/** Rejects with a message for people. */
export async function readApiFile(path: string): Promise<Json> {
  const document = await readDataFile(path);
  if (!isObject(document) || !refersToFiles(document)) return document;
  const main = await realpath(path);
  const root = dirname(main);
  const found: string[] = [];
  const indexOf = (file: string): number => {
    const known = found.indexOf(file);
    if (known >= 0) return known;
    if (found.length >= maxFiles) throw new Error(`“${path}” refers to more than ${maxFiles} files.`);
    return found.push(file) - 1;
  };
  const bundled = rewrite(document, { file: main, root, within: '', indexOf });
  const files: Json[] = [];
  let bytes = 0;
  // It grows: what they refer to follows.
  for (const [at, file] of found.entries()) {
    const real = await realpath(file).catch(() => file);
    if (!isInside(root, real)) throw new Error(`“${file}” lies outside the folder of “${path}”.`);
    bytes += (await stat(real).catch(() => ({ size: 0 }))).size;
    if (bytes > maxBytes) throw new Error(`The files of “${path}” have more than ${maxBytes} bytes.`);
    const within = `#/${filesKey}/${at}`;
    files.push(rewrite(await readDataFile(real), { file, root, within, indexOf }));
  }
  return { ...(bundled as Part), [filesKey]: files };
}

type Part = { readonly [key: string]: Json };

const isObject = (json: Json): json is Part =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

const isInside = (root: string, path: string): boolean => path.startsWith(`${root}${sep}`);

const isElsewhere = (key: string, value: Json): value is string =>
  key === '$ref' && typeof value === 'string' && !value.startsWith('#');

/** Large documents have no other files in most cases, and are not copied then. */
function refersToFiles(json: Json): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return Object.entries(json).some(
    ([key, value]) => isElsewhere(key, value as Json) || refersToFiles(value as Json),
  );
}

interface Rewriting {
  readonly file: string;
  readonly root: string;
  /** Where the file is in the document; empty for the document itself. */
  readonly within: string;
  readonly indexOf: (file: string) => number;
}

function rewrite(json: Json, rewriting: Rewriting): Json {
  if (Array.isArray(json)) return json.map((item: Json) => rewrite(item, rewriting));
  if (!isObject(json)) return json;
  const entries = Object.entries(json).map(([key, value]) => {
    const isReference = key === '$ref' && typeof value === 'string';
    return [key, isReference ? targetOf(value, rewriting) : rewrite(value, rewriting)] as const;
  });
  return Object.fromEntries(entries);
}

function targetOf(reference: string, { file, root, within, indexOf }: Rewriting): string {
  const [name = '', pointer = ''] = reference.split('#', 2);
  if (name === '') return within === '' ? reference : `${within}${pointer}`;
  if (/^[a-z][a-z0-9+.-]+:|^\/\//i.test(name)) return reference;
  const path = resolve(dirname(file), decodePath(name));
  return isInside(root, path) ? `#/${filesKey}/${indexOf(path)}${pointer}` : reference;
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
