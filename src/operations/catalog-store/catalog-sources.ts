/**
 * Where documents of APIs may come from: files in folders that the operator allows, addresses, and texts. What is fetched is
 * written to a file at once: no document is ever read in this process.
 */
import { randomUUID } from 'node:crypto';
import { realpath, writeFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { introspectionQuery } from '../../catalogs/index.ts';
import { failureOfOutcome, type HttpClient, type HttpRequest, maxApiBytes } from '../../connectors/index.ts';
import { parseUrl, type Redact, type SecretResolver, Semaphore, shownAddress } from '../../runtime/index.ts';
import { referencesIn } from './references-in.ts';

export interface CatalogSources {
  /** The real path of a file, or why it may not be read. @param isFree files of all folders are allowed */
  findFile(path: string, isFree: boolean): Promise<FoundFile>;
  /** Writes the content of an address to a file. A few are fetched at once, because they are in memory until then. */
  fetch(address: string, into: FetchTarget, signal: AbortSignal): Promise<FetchedFile>;
}

export interface FetchTarget {
  readonly method: FetchMethod;
  /** Texts with references to secrets of the tenant. */
  readonly headers: { readonly [name: string]: string };
  readonly tenant: string;
  readonly folder: string;
  /** What more documents of its import may have. */
  readonly maxBytes: number;
  /** When its import has to have all documents, by `performance.now()`. */
  readonly until: number;
}

/** `introspect`: asks a GraphQL API for its schema. */
export type FetchMethod = 'get' | 'introspect';

export type FoundFile = { readonly kind: 'file'; readonly path: string } | RefusedFile;

export type FetchedFile =
  | { readonly kind: 'file'; readonly path: string; readonly bytes: number }
  /** Too many others wait. */
  | { readonly kind: 'overloaded' }
  | RefusedFile;

export interface RefusedFile {
  readonly kind: 'refused';
  readonly rule: 'source_not_allowed' | 'document_unreadable';
  readonly message: string;
  readonly expected: string;
}

export interface CatalogSourcesOptions {
  /** Folders whose files are allowed. */
  readonly folders: readonly string[];
  /** The base of relative paths: the current folder. */
  readonly folder: string;
  /** With its limits of size and time. */
  readonly client: HttpClient;
  readonly secrets: SecretResolver;
  readonly redact: Redact;
  /** Version of Signalbox. */
  readonly version: string;
}

/** The limits of a client for documents. */
export const documentLimits = { responseBytes: maxApiBytes, timeout: 60_000 } as const;

const maxAtOnce = 4;
const maxWaiting = 50;

export function openCatalogSources({
  folders,
  folder,
  client,
  secrets,
  redact,
  version,
}: CatalogSourcesOptions): CatalogSources {
  const turns = new Semaphore(maxAtOnce);
  const fetchNow = async (
    request: HttpRequest,
    { folder: target, maxBytes, until }: FetchTarget,
    signal: AbortSignal,
  ): Promise<FetchedFile> => {
    const timeout = Math.max(1, Math.min(documentLimits.timeout, Math.round(until - performance.now())));
    const outcome = await client.send({ ...request, responseBytes: maxBytes, timeout }, signal);
    if (outcome.kind === 'too-large' && outcome.what === 'answer')
      return refused(
        'document_unreadable',
        `“${shownAddress(request.url.href)}” is too large: ${describeLimit}.`,
        'smaller documents',
      );
    if (outcome.kind !== 'answered')
      return refused(
        'document_unreadable',
        failureOfOutcome(request, outcome, redact).message,
        'an address that answers',
      );
    if (outcome.status !== 200)
      return refused(
        'document_unreadable',
        `“${shownAddress(request.url.href)}” answered ${outcome.status}.`,
        'the status 200',
      );
    const path = join(target, randomUUID());
    await writeFile(path, outcome.body, { mode: 0o600 });
    return { kind: 'file', path, bytes: outcome.body.length };
  };
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
    async fetch(address, into, signal) {
      const url = parseUrl(address);
      if (url === undefined || !/^https?:$/.test(url.protocol) || url.username + url.password !== '')
        return refused(
          'source_not_allowed',
          `“${shownAddress(address)}” cannot be fetched.`,
          'an address that begins with https:// or http://',
        );
      const { tenant } = into;
      const filled = await secrets.fill(into.headers, referencesIn(into.headers), { tenant, url });
      if (filled.kind === 'refused')
        return refused('source_not_allowed', filled.failure.message, 'a secret that may be sent there');
      // It has the same form.
      const own = lowerCase(filled.input as FetchTarget['headers']);
      const headers = {
        ...own,
        accept: 'application/json, application/yaml;q=0.9, */*;q=0.5',
        'user-agent': `signalbox/${version}`,
      };
      const confined = { headers: Object.keys(own) };
      const request: HttpRequest =
        into.method === 'get'
          ? { method: 'GET', url, headers, body: undefined, confined }
          : {
              method: 'POST',
              url,
              headers: { ...headers, 'content-type': 'application/json' },
              body: Buffer.from(JSON.stringify({ query: introspectionQuery() })),
              confined,
            };
      if (turns.waiting >= maxWaiting) return { kind: 'overloaded' };
      const isInTurn = await turns.acquire(signal);
      try {
        return await fetchNow(request, into, signal);
      } finally {
        if (isInTurn) turns.release();
      }
    },
  };
}

const describeLimit = `the documents of an import may have ${maxApiBytes / 1024 / 1024} MiB together`;

const lowerCase = (headers: FetchTarget['headers']): FetchTarget['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const refused = (
  rule: Extract<FoundFile, { kind: 'refused' }>['rule'],
  message: string,
  expected: string,
): RefusedFile => ({ kind: 'refused', rule, message, expected });

const allowed = (folders: readonly string[]): string =>
  folders.length === 0
    ? 'an address, or the document itself as “content”: the operator allows no folder (SIGNALBOX_CATALOG_SOURCES)'
    : `a file below ${folders.map((each) => `“${each}”`).join(' or ')}`;
