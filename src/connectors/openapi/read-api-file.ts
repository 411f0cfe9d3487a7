/**
 * Reads the document of an API with the documents that it refers to: files in the folder of a file, and addresses that were
 * fetched before. Files elsewhere are left alone.
 */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { type BundledDocument, bundleDocument, DocumentError, parseApiText } from '../../catalogs/index.ts';
import { parseUrl, shownAddress } from '../../runtime/index.ts';

/** The file with the content of an address. Absent: nothing is fetched, and addresses are left alone. */
export type FetchedDocuments = { readonly [address: string]: string };

/** Of a document with all others. */
export const maxApiBytes = 67_108_864;

/** Throws DocumentError. @param main the path of a file, an address, or the name of a text in `fetched` */
export function readApiFile(main: string, fetched?: FetchedDocuments): BundledDocument {
  const isFetched = fetched !== undefined && Object.hasOwn(fetched, main);
  const root = isFetched ? '' : dirname(realFile(main));
  let bytes = 0;
  const read = (name: string, path: string) => {
    const text = readText(name, path, maxApiBytes - bytes);
    bytes += Buffer.byteLength(text);
    return parseApiText(shown(name), text);
  };
  return bundleDocument(isFetched ? main : realFile(main), {
    resolve(reference, from) {
      if (isAddress(from) || /^[a-z][a-z0-9+.-]+:|^\/\//i.test(reference))
        return fetched === undefined ? null : addressOf(reference, from);
      if (!from.startsWith(`${root}${sep}`) || root === '') return null;
      const path = resolve(dirname(from), decodePath(reference));
      return path.startsWith(`${root}${sep}`) ? path : null;
    },
    read(name) {
      if (fetched !== undefined && Object.hasOwn(fetched, name)) return read(name, fetched[name] ?? '');
      if (isAddress(name)) return undefined;
      const real = realFile(name);
      if (!real.startsWith(`${root}${sep}`))
        throw new DocumentError(`“${name}” lies outside the folder of “${main}”.`);
      return read(name, real);
    },
  });
}

/** Of the main document. Throws DocumentError. */
export const readApiText = (main: string, fetched: FetchedDocuments): string =>
  Object.hasOwn(fetched, main)
    ? readText(main, fetched[main] ?? '', maxApiBytes)
    : readText(main, realFile(main), maxApiBytes);

const isAddress = (name: string): boolean => /^https?:/.test(name);

function addressOf(reference: string, from: string): string | null {
  const url = parseUrl(reference, isAddress(from) ? new URL(from) : undefined);
  return url !== undefined && isAddress(url.protocol) ? url.href : null;
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function realFile(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

function readText(name: string, path: string, maxBytes: number): string {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (stats.size > maxBytes) throw new Error(`the document has more than ${maxApiBytes} bytes`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw unreadable(name, error);
  }
}

const shown = (name: string): string => (isAddress(name) ? shownAddress(name) : name);

const unreadable = (path: string, error: unknown): DocumentError =>
  new DocumentError(
    `“${shown(path)}” cannot be read: ${error instanceof Error ? error.message : 'unknown reason'}.`,
  );
