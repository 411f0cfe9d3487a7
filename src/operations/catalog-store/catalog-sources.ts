/**
 * Where documents of APIs may come from: files in folders that the operator allows, addresses, and texts. What is fetched is
 * written to a file at once: no document is ever read in this process.
 */
import { randomUUID } from 'node:crypto';
import { realpath, writeFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { introspectionQuery } from '../../catalogs/index.ts';
import { failureOfOutcome, type HttpClient, maxApiBytes } from '../../connectors/index.ts';
import { parseUrl, type Redact, shownAddress } from '../../runtime/index.ts';

export interface CatalogSources {
  /** The real path of a file, or why it may not be read. @param isFree files of all folders are allowed */
  findFile(path: string, isFree: boolean): Promise<FoundFile>;
  /** Writes the content of an address to a file in the folder. */
  fetch(address: string, folder: string, method: FetchMethod, signal: AbortSignal): Promise<FoundFile>;
}

/** `introspect`: asks a GraphQL API for its schema. */
export type FetchMethod = 'get' | 'introspect';

export type FoundFile =
  | { readonly kind: 'file'; readonly path: string }
  | {
      readonly kind: 'refused';
      readonly rule: 'source_not_allowed' | 'document_unreadable';
      readonly message: string;
      readonly expected: string;
    };

export interface CatalogSourcesOptions {
  /** Folders whose files are allowed. */
  readonly folders: readonly string[];
  /** The base of relative paths: the current folder. */
  readonly folder: string;
  /** With its limits of size and time. */
  readonly client: HttpClient;
  readonly redact: Redact;
  /** Version of Signalbox. */
  readonly version: string;
}

/** The limits of a client for documents. */
export const documentLimits = { responseBytes: maxApiBytes, timeout: 60_000 } as const;

export function openCatalogSources({
  folders,
  folder,
  client,
  redact,
  version,
}: CatalogSourcesOptions): CatalogSources {
  return {
    async findFile(path, isFree) {
      const real = await realpath(resolve(folder, path)).catch(() => undefined);
      const roots = await Promise.all(folders.map((root) => realpath(root).catch(() => root)));
      const isAllowed = (found: string): boolean =>
        roots.some((root) => found.startsWith(root.endsWith(sep) ? root : `${root}${sep}`));
      // Whether a file elsewhere exists is not said.
      if (!isFree && !isAllowed(real ?? resolve(folder, path))) {
        return refused(
          'source_not_allowed',
          `“${path}” is not in a folder whose files may be imported.`,
          allowed(folders),
        );
      }
      return real === undefined
        ? refused('document_unreadable', `The file “${path}” does not exist.`, 'the path of an API document')
        : { kind: 'file', path: real };
    },
    async fetch(address, target, method, signal) {
      const url = parseUrl(address);
      if (url === undefined || !/^https?:$/.test(url.protocol) || url.username + url.password !== '')
        return refused(
          'source_not_allowed',
          `“${shownAddress(address)}” cannot be fetched.`,
          'an address that begins with https:// or http://',
        );
      const headers = {
        accept: 'application/json, application/yaml;q=0.9, */*;q=0.5',
        'user-agent': `signalbox/${version}`,
      };
      const request =
        method === 'get'
          ? { method: 'GET' as const, url, headers, body: undefined }
          : {
              method: 'POST' as const,
              url,
              headers: { ...headers, 'content-type': 'application/json' },
              body: Buffer.from(JSON.stringify({ query: introspectionQuery() })),
            };
      const outcome = await client.send(request, signal);
      if (outcome.kind !== 'answered')
        return refused(
          'document_unreadable',
          failureOfOutcome(request, outcome, redact).message,
          'an address that answers',
        );
      if (outcome.status !== 200)
        return refused(
          'document_unreadable',
          `“${shownAddress(url.href)}” answered ${outcome.status}.`,
          'the status 200',
        );
      const path = join(target, randomUUID());
      await writeFile(path, outcome.body, { mode: 0o600 });
      return { kind: 'file', path };
    },
  };
}

const refused = (
  rule: Extract<FoundFile, { kind: 'refused' }>['rule'],
  message: string,
  expected: string,
): FoundFile => ({ kind: 'refused', rule, message, expected });

const allowed = (folders: readonly string[]): string =>
  folders.length === 0
    ? 'an address, or the document itself as “content”: the operator allows no folder (SIGNALBOX_CATALOG_SOURCES)'
    : `a file below ${folders.map((each) => `“${each}”`).join(' or ')}`;
