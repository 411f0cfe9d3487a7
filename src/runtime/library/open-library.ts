/**
 * The library of folders. The folders are the source of truth: they are scanned again when they change, and at
 * intervals in case a change was not reported. A broken file is a document with its errors and does not affect the
 * others.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../ports/clock.ts';
import type { Revision } from '../ports/content.ts';
import type { Store } from '../ports/store.ts';
import { changeDocument } from './change-document.ts';
import { documentKey, Editions } from './editions.ts';
import { fileErrorReason } from './file-error-reason.ts';
import type {
  DocumentPlace,
  Library,
  LibraryDocument,
  LibraryEntry,
  WriteRequest,
  WriteResult,
} from './library.ts';
import { type FoundSource, findSources, homeOf, type LibrarySource, realPath } from './library-sources.ts';
import { type NamedWorkflows, nameWorkflows } from './name-workflows.ts';
import { createRevisionLog, type RevisionLog } from './revision-log.ts';
import { type FolderScan, type ReadResults, type ReadSource, type Root, scanFolder } from './scan-folder.ts';
import { folderOfTenant, tenantOfFolder } from './tenant-folder.ts';
import { type FolderWatch, watchFolders } from './watch-folders.ts';

export interface LibraryOptions {
  /** In order of priority, highest last. Documents are saved in the home; the others are read-only. */
  readonly sources: readonly LibrarySource[];
  /** Whether each tenant has its own documents, in `tenants/` of the home; otherwise there is one tenant. */
  readonly tenants: boolean;
  readonly read: ReadSource;
  readonly store: Pick<Store, 'contents' | 'revisions'>;
  readonly clock: Clock;
  /** Called after a change with every document, as its owner sees it. */
  readonly onChange?: (documents: readonly LibraryDocument[]) => void;
  /** Reports an internal problem. */
  readonly report?: (message: string, cause: unknown) => void;
  /** Limit of files and folders in one folder. */
  readonly limit?: number;
}

/** One change often causes several events: those within this time are handled together. In milliseconds. */
const debounceMs = 50;
/** Interval of full scans, in milliseconds; longer if a scan takes long. */
const rescanMs = 10_000;
const maxScanShare = 20;

export async function openLibrary(options: LibraryOptions): Promise<Library> {
  const library = new FolderLibrary(options);
  await library.refresh();
  return library;
}

interface View extends NamedWorkflows {
  readonly byId: ReadonlyMap<string, LibraryEntry>;
}

class FolderLibrary implements Library {
  readonly #options: LibraryOptions;
  readonly #home: FoundSource;
  /** The existing sources, in order of priority. */
  #sources: readonly FoundSource[] = [];
  readonly #log: RevisionLog;
  readonly #watch: FolderWatch;
  readonly #editions = new Editions();
  #scans = new Map<string, FolderScan>();
  #readResults: ReadResults = new Map();
  /** Of tenants with their own documents; of all others under the empty name. */
  #views = new Map<string, View>();
  /** Tasks run one at a time: nothing is read during a write. */
  #lastTask: Promise<unknown> = Promise.resolve();
  #nextScan: Promise<void> | undefined;
  /** Tenants with their own folder. */
  #tenants: readonly string[] = [];
  #cancelSettle: (() => void) | undefined;
  #cancelPause: (() => void) | undefined;
  #closed = false;

  constructor(options: LibraryOptions) {
    this.#options = options;
    this.#home = homeOf(options.sources);
    this.#log = createRevisionLog(options.store, (message, cause) => options.report?.(message, cause));
    this.#watch = watchFolders(() => this.#changed());
  }

  async list(tenant: string): Promise<readonly LibraryEntry[]> {
    return this.#view(tenant).entries;
  }

  async find(tenant: string, id: string): Promise<LibraryEntry | undefined> {
    const { byId, others } = this.#view(tenant);
    return byId.get(id) ?? others.get(id);
  }

  async documents(tenant: string): Promise<readonly LibraryDocument[]> {
    return this.#view(tenant).documents;
  }

  documentPlace(tenant: string, path: string): DocumentPlace {
    return { tenant: this.#options.tenants ? tenant : null, folder: '', path };
  }

  outranks(tenant: string, document: LibraryDocument): boolean {
    if (document.tenant !== null) return false;
    if (this.#options.tenants) return folderOfTenant(tenant) !== undefined;
    const rankOf = (label: string): number => this.#sources.findIndex((each) => each.label === label);
    return rankOf(document.folder) < rankOf('');
  }

  async revisions(tenant: string, place: DocumentPlace, limit: number): Promise<readonly Revision[]> {
    return isVisibleTo(tenant, place) ? this.#log.list(place, limit) : [];
  }

  async sourceAt(tenant: string, place: DocumentPlace, revision: string): Promise<string | undefined> {
    return isVisibleTo(tenant, place) ? this.#log.find(place, revision) : undefined;
  }

  edition(tenant: string): string {
    return this.#editions.of(tenant);
  }

  nextEdition(tenant: string, signal: AbortSignal): Promise<void> {
    return this.#editions.next(tenant, signal);
  }

  refresh(): Promise<void> {
    // A caller that asks while a scan is queued is served by that scan.
    this.#nextScan ??= this.#runExclusive(async () => {
      this.#nextScan = undefined;
      const started = this.#options.clock.now();
      try {
        await this.#scan(await this.#roots(), true);
      } finally {
        this.#scheduleNext(started);
      }
    });
    return this.#nextScan;
  }

  write(tenant: string, request: WriteRequest): Promise<WriteResult> {
    return this.#runExclusive(() => this.#write(tenant, request));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelSettle?.();
    this.#cancelPause?.();
    this.#watch.close();
    this.#editions.close();
    await this.#lastTask;
  }

  async #write(tenant: string, request: WriteRequest): Promise<WriteResult> {
    const root = this.#options.tenants ? this.#rootOfTenant(tenant) : this.#sharedRoot(this.#home, '');
    if (root === undefined)
      return {
        kind: 'bad-path',
        message: 'A tenant of this name cannot have documents: the name is too long, or not text.',
      };
    const place = this.documentPlace(tenant, request.path);
    const known = this.#view(tenant).documents;
    const result = await changeDocument(root.directory, request, (path) =>
      known.some((each) => each.path === path && !each.writable && each.revision !== ''),
    );
    if (result.kind !== 'changed') return result;
    const target = { ...place, path: request.kind === 'rename' ? request.to : request.path };
    if (request.kind !== 'save') this.#log.expect(place, '', request.by);
    if (request.kind !== 'delete') this.#log.expect(target, result.revision, request.by);
    await this.#scan([root], false);
    const document = this.#view(tenant).documents.find((each) => documentKey(each) === documentKey(target));
    return { kind: 'written', document: document ?? null };
  }

  #runExclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#lastTask.then(work);
    this.#lastTask = result.catch(() => undefined);
    return result;
  }

  #view(tenant: string): View {
    const owned = this.#scans.get(keyOfTenant(tenant));
    const name = owned === undefined ? sharedOwner : keyOfTenant(tenant);
    const known = this.#views.get(name);
    if (known !== undefined) return known;
    const scans = [...this.#scans.values()].filter((scan) => scan.tenant === null || scan === owned);
    const named = nameWorkflows(scans.flatMap(({ documents }) => documents));
    const view = { ...named, byId: new Map(named.entries.map((entry) => [entry.id, entry])) };
    this.#views.set(name, view);
    return view;
  }

  /** @param whole whether these are all folders */
  async #scan(roots: readonly Root[], whole: boolean): Promise<void> {
    const { read, limit = 5_000 } = this.#options;
    const used: ReadResults = new Map();
    // In order of priority, independent of the order of the scan.
    const order = whole ? this.#sources.map(({ label }) => keyOfFolder(label)) : [];
    const found = new Map<string, FolderScan>();
    const taken = new Set<string>();
    for (const root of roots) {
      const scan = await scanFolder(root, { read, limit, before: this.#readResults, used, taken });
      found.set(keyOfRoot(root), scan);
    }
    const scans = new Map(
      whole ? order.flatMap((key) => [...found].filter(([each]) => each === key)) : this.#scans,
    );
    for (const [key, scan] of found) scans.set(key, scan);
    const before = this.#scans;
    this.#scans = scans;
    this.#readResults = whole ? used : new Map([...this.#readResults, ...used]);
    this.#views = new Map();
    const isChanged = this.#editions.renew(before, scans);
    await this.#recordRevisions(before);
    if (this.#closed) return;
    this.#watch.follow([...this.#tenantsFolder(), ...[...scans.values()].flatMap(({ folders }) => folders)]);
    if (isChanged) this.#options.onChange?.(this.#allDocuments());
  }

  #allDocuments(): readonly LibraryDocument[] {
    const all = new Map<string, LibraryDocument>();
    for (const tenant of [sharedOwner, ...this.#tenants]) {
      for (const document of this.#view(tenant).documents) {
        const key = documentKey(document);
        if (!all.has(key)) all.set(key, document);
      }
    }
    return [...all.values()];
  }

  async #recordRevisions(before: ReadonlyMap<string, FolderScan>): Promise<void> {
    const now = this.#options.clock.now();
    const here = [...this.#scans.values()].flatMap(({ documents }) => documents);
    const keys = new Set(here.map(documentKey));
    // If a folder cannot be read, it is unknown which documents were deleted.
    const known = [...before].filter(([key]) => this.#scans.get(key)?.complete !== false);
    const gone = known
      .flatMap(([, { documents }]) => documents)
      .filter((each) => each.revision !== '' && !keys.has(documentKey(each)));
    await this.#log.keep(
      here.filter(({ revision }) => revision !== ''),
      now,
    );
    await this.#log.keepGone(gone, now);
  }

  /** The folders in scan order: a file in two of them belongs to the home, otherwise to the first. */
  async #roots(): Promise<readonly Root[]> {
    const except = this.#options.tenants ? join(await realPath(this.#home.directory), 'tenants') : '';
    this.#sources = await findSources(this.#options.sources);
    const shared = this.#sources.map((source) => this.#sharedRoot(source, except));
    await this.#findTenants();
    const owned = this.#tenants.flatMap((tenant) => this.#rootOfTenant(tenant) ?? []);
    return [
      ...shared.filter(({ folder }) => folder === ''),
      ...shared.filter(({ folder }) => folder !== ''),
      ...owned,
    ];
  }

  async #findTenants(): Promise<void> {
    for (const folder of this.#tenantsFolder()) {
      try {
        const names = await readdir(folder);
        this.#tenants = names.flatMap((name) => tenantOfFolder(name) ?? []);
      } catch (error) {
        // If it cannot be read, the tenants stay as they were.
        if (fileErrorReason(error).kind === 'absent') this.#tenants = [];
      }
    }
  }

  /** Empty if there is one tenant. */
  #tenantsFolder(): readonly string[] {
    return this.#options.tenants ? [join(this.#home.directory, 'tenants')] : [];
  }

  #sharedRoot({ directory, isFile, label, origin }: FoundSource, except: string): Root {
    const writable = !this.#options.tenants && label === '';
    return { directory, isFile, folder: label, tenant: null, origin, writable, except };
  }

  #rootOfTenant(tenant: string): Root | undefined {
    const name = folderOfTenant(tenant);
    if (name === undefined) return undefined;
    const directory = join(this.#home.directory, 'tenants', name);
    const origin = { kind: 'tenant', name: tenant } as const;
    return { directory, isFile: false, folder: '', tenant, origin, writable: true, except: '' };
  }

  /** Runs in the background. */
  #rescan(): void {
    this.refresh().catch((error: unknown) => {
      const { report } = this.#options;
      if (report === undefined) throw error;
      report('The folders of workflows could not be scanned.', error);
    });
  }

  #changed(): void {
    const { clock } = this.#options;
    if (this.#closed || this.#cancelSettle !== undefined) return;
    this.#cancelSettle = clock.at(clock.now() + debounceMs, () => {
      this.#cancelSettle = undefined;
      this.#rescan();
    });
  }

  #scheduleNext(started: number): void {
    const { clock } = this.#options;
    this.#cancelPause?.();
    if (this.#closed) return;
    const wait = Math.max(rescanMs, (clock.now() - started) * maxScanShare);
    this.#cancelPause = clock.at(clock.now() + wait, () => this.#rescan());
  }
}

const sharedOwner = '';

const keyOfTenant = (tenant: string): string => JSON.stringify([tenant]);

/** Cannot be the name of a tenant. */
const keyOfFolder = (label: string): string => JSON.stringify(label);

const keyOfRoot = ({ tenant, folder }: Root): string =>
  tenant === null ? keyOfFolder(folder) : keyOfTenant(tenant);

const isVisibleTo = (tenant: string, place: DocumentPlace): boolean =>
  place.tenant === null || place.tenant === tenant;
