/**
 * Puts the documents that a document refers to into it, under a key of its own, so that all references lead inside it.
 * References that are left alone stay as they are: nothing is known of what they describe.
 */
import type { Json } from '../../expression/index.ts';
import { DocumentError } from './document-error.ts';

export interface DocumentSource {
  /** The document that a reference leads to; null: the reference is left alone. @param from the document that has it */
  resolve(reference: string, from: string): string | null;
  /** `undefined` if it has to be fetched first. Throws DocumentError. */
  read(document: string): Json | undefined;
}

export interface BundledDocument {
  readonly document: Json;
  /** Documents that have to be fetched first. */
  readonly missing: readonly string[];
}

const documentsKey = 'x-signalbox-files';
const maxDocuments = 200;

/** Throws DocumentError. */
export function bundleDocument(main: string, source: DocumentSource): BundledDocument {
  const document = source.read(main);
  if (document === undefined) return { document: null, missing: [main] };
  if (!isObject(document) || !refersElsewhere(document)) return { document, missing: [] };
  const found: string[] = [];
  const indexOf = (name: string): number => {
    const known = found.indexOf(name);
    if (known >= 0) return known;
    if (found.length >= maxDocuments)
      throw new DocumentError(`“${main}” refers to more than ${maxDocuments} files.`);
    return found.push(name) - 1;
  };
  const bundled = rewrite(document, { name: main, within: '', source, indexOf });
  const others: Json[] = [];
  const missing: string[] = [];
  // It grows: what they refer to follows.
  for (const [at, name] of found.entries()) {
    const other = name === main ? document : source.read(name);
    if (other === undefined) missing.push(name);
    const within = `#/${documentsKey}/${at}`;
    others.push(rewrite(other ?? null, { name, within, source, indexOf }));
  }
  return { document: { ...(bundled as Part), [documentsKey]: others }, missing };
}

type Part = { readonly [key: string]: Json };

const isObject = (json: Json): json is Part =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

const isElsewhere = (key: string, value: Json): value is string =>
  key === '$ref' && typeof value === 'string' && !value.startsWith('#');

/** Large documents have no others in most cases, and are not copied then. */
function refersElsewhere(json: Json): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return Object.entries(json).some(
    ([key, value]) => isElsewhere(key, value as Json) || refersElsewhere(value as Json),
  );
}

interface Rewriting {
  readonly name: string;
  /** Where it is in the whole document; empty for the main one. */
  readonly within: string;
  readonly source: DocumentSource;
  readonly indexOf: (name: string) => number;
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

function targetOf(reference: string, { name, within, source, indexOf }: Rewriting): string {
  const [other = '', pointer = ''] = reference.split('#', 2);
  if (other === '') return within === '' ? reference : `${within}${pointer}`;
  const found = source.resolve(other, name);
  return found === null ? reference : `#/${documentsKey}/${indexOf(found)}${pointer}`;
}
