/**
 * Compiles the document that a caller names into a draft of a version: finds it, fetches what it refers to, and lets a job
 * read it. Nothing is stored before the draft is adopted.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogFormat, DocumentProblem } from '../../catalogs/index.ts';
import { maxApiBytes } from '../../connectors/index.ts';
import { shownAddress } from '../../runtime/index.ts';
import { currentVersion } from '../catalog-store/catalog-record.ts';
import type { FetchMethod } from '../catalog-store/catalog-sources.ts';
import type { Catalog } from '../catalog-store/catalogs.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { CatalogServices, Services } from '../contract/services.ts';
import type { CompileOutput } from '../jobs/compile-catalog.ts';
import { runJob } from '../jobs/run-job.ts';
import { headerViolations } from './header-violations.ts';
import { type SourceInput, violationsOfSource } from './source-fields.ts';

export type CompiledSource =
  | (Extract<CompileOutput, { kind: 'catalog' }> & { readonly source: string; readonly draft: string })
  | {
      readonly kind: 'problems';
      readonly format: CatalogFormat | 'unknown';
      readonly problems: readonly DocumentProblem[];
    };

/** Rounds of documents that refer to further addresses. */
const maxRounds = 5;
const maxFetched = 50;
/** Of all documents together, in milliseconds. */
const maxFetchTime = 120_000;

/** @param use the draft is removed after it. @param before the catalog that it would replace */
export async function withCompiledSource<Result>(
  services: Services,
  principal: Principal,
  given: SourceInput,
  before: Catalog | undefined,
  signal: AbortSignal | undefined,
  use: (compiled: CompiledSource, catalogs: CatalogServices) => Promise<Result>,
): Promise<Result> {
  const catalogs = requireCatalogs(services);
  const violations = [...violationsOfSource(given), ...headerViolations(given.headers, services)];
  if (violations.length > 0)
    throw new OperationError({
      code: 'invalid_input',
      message: violations.map(({ message }) => message).join(' '),
      violations,
    });
  const folder = await catalogs.store.files.draftFolder();
  try {
    const compiled = await compile(services, catalogs, principal, given, { before, folder, signal });
    return await use(compiled, catalogs);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function requireCatalogs({ catalogs }: Pick<Services, 'catalogs'>): CatalogServices {
  if (catalogs !== undefined) return catalogs;
  throw new OperationError({
    code: 'operation_not_found',
    message: 'This server has no folder of catalogs.',
  });
}

interface Compiling {
  readonly before: Catalog | undefined;
  readonly folder: string;
  readonly signal: AbortSignal | undefined;
}

async function compile(
  services: Services,
  { store, sources }: CatalogServices,
  principal: Principal,
  given: SourceInput,
  { before, folder, signal = new AbortController().signal }: Compiling,
): Promise<CompiledSource> {
  const fetched: { [address: string]: string } = {};
  let maxBytes = maxApiBytes;
  const until = performance.now() + maxFetchTime;
  const { tenant } = principal;
  const fetch = async (
    address: string,
    method: FetchMethod,
    headers: SourceInput['headers'] = {},
  ): Promise<DocumentProblem | undefined> => {
    const target = { method, headers, tenant, folder, maxBytes, until };
    const found = await sources.fetch(address, target, signal);
    if (found.kind === 'overloaded') throw overloaded();
    if (found.kind === 'refused') return problemOf(found, shownAddress(address));
    fetched[address] = found.path;
    maxBytes -= found.bytes;
    return undefined;
  };
  const { source, type } = typedSource(given);
  let main = source;
  if (type === 'content') {
    main = 'the document';
    fetched[main] = join(folder, 'content');
    await writeFile(fetched[main] ?? '', given.content ?? '', { mode: 0o600 });
  } else if (type === 'path') {
    const found = await sources.findFile(source, principal.scopes.has('admin'));
    if (found.kind === 'refused') return refused([problemOf(found, source)]);
    main = found.path;
  } else {
    const problem = await fetch(source, type === 'graphql' ? 'introspect' : 'get', given.headers);
    if (problem !== undefined) return refused([problem]);
  }
  const draft = join(folder, 'version');
  const version = before === undefined ? null : currentVersion(before.record);
  const beforePath =
    before === undefined || version === null
      ? null
      : store.files.versionPath(tenant, before.record.id, version.hash);
  for (let round = 0; ; round++) {
    const job = { main, fetched, before: beforePath, draft };
    const output = await runJob(services, principal, 'compileCatalog', job, { signal });
    if (output.kind === 'catalog') return { ...output, source: shownSource(type, main), draft };
    if (output.kind === 'problems') return output;
    if (round === maxRounds || Object.keys(fetched).length + output.addresses.length > maxFetched)
      return refused([tooMany(output.addresses)]);
    const problems: DocumentProblem[] = [];
    // One at a time: each is in memory until it is in a file.
    for (const address of output.addresses) problems.push(...[(await fetch(address, 'get')) ?? []].flat());
    if (problems.length > 0) return refused(problems);
  }
}

/** A query may hold a credential. */
function shownSource(type: SourceType, main: string): string {
  if (type === 'content') return '';
  return type === 'path' ? main : shownAddress(main);
}

type SourceType = 'path' | 'url' | 'graphql' | 'content';

function typedSource({ source, sourceType, content }: SourceInput): {
  readonly source: string;
  readonly type: SourceType;
} {
  if (source === undefined || content !== undefined) return { source: '', type: 'content' };
  return { source, type: sourceType ?? (/^[a-z][a-z0-9+.-]*:\/\//i.test(source) ? 'url' : 'path') };
}

const refused = (problems: readonly DocumentProblem[]): CompiledSource => ({
  kind: 'problems',
  format: 'unknown',
  problems,
});

const problemOf = (
  { rule, message, expected }: { readonly rule: string; readonly message: string; readonly expected: string },
  actual: string,
): DocumentProblem => ({ path: 'source', rule, message, expected, actual });

const overloaded = (): OperationError =>
  new OperationError({
    code: 'overloaded',
    message: 'Too many documents of APIs are waiting to be fetched.',
    context: { retryAfterMs: 5_000 },
  });

const tooMany = (addresses: readonly string[]): DocumentProblem => ({
  path: '$',
  rule: 'too_many_references',
  message: `The document refers to too many addresses, such as “${shownAddress(addresses[0] ?? '')}”.`,
  expected: `at most ${maxFetched} addresses, in ${maxRounds} rounds`,
});
