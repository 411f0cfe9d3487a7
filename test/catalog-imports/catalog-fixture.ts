/** A real server over its own folder, with APIs at 127.0.0.1: its operations as any principal, its REST and MCP addresses. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { plainText } from '../../src/languages/index.ts';
import { OperationError, type Principal, resolveSettings, scopes } from '../../src/operations/index.ts';
import { refuse } from '../../src/server/message/refusal.ts';
import { openServer } from '../../src/server/open-server.ts';
import { createLog } from '../../src/server/telemetry/log.ts';
import { checkOutput } from '../operations/check-output.ts';

const ann: Principal = {
  subject: 'ann',
  tenant: 'default',
  scopes: new Set(scopes),
  roles: [],
  kind: 'person',
};

export const people = {
  ann,
  bob: { ...ann, subject: 'bob' },
  robot: { ...ann, subject: 'robot', kind: 'agent' },
  /** May manage catalogs, and is no admin. */
  manager: { ...ann, subject: 'manager', scopes: new Set(scopes.filter((scope) => scope !== 'admin')) },
  /** Of another tenant. */
  eve: { ...ann, subject: 'eve', tenant: 'other' },
} as const satisfies Readonly<Record<string, Principal>>;

export type Person = keyof typeof people;

// biome-ignore lint/suspicious/noExplicitAny: results are as different as operations, and each is checked by its schema
export type Result = any;

export interface CatalogFixture {
  readonly folder: string;
  readonly url: string;
  readonly log: readonly string[];
  /** The result, checked against the schema of the operation. Confirmations are not given. */
  call(operation: string, input: object, as?: Person): Promise<Result>;
  /** The same, with the token of its refusal if it asks for a confirmation. */
  confirmed(operation: string, input: object, as?: Person): Promise<Result>;
  /** Throws if the call is not refused. */
  refused(
    operation: string,
    input: object,
    as?: Person,
  ): Promise<OperationError['details'] & { readonly message: string }>;
  /** Imports a document that is sent. */
  add(title: string, document: object | string, more?: object, as?: Person): Promise<Result>;
  /** Calls a command, and confirms it. */
  run(command: string, args?: object, as?: Person): Promise<Result>;
  /** Starts a run, and waits until it has ended or waits for a person. */
  start(workflow: string, params?: object, as?: Person): Promise<Result>;
  settled(run: string, as?: Person): Promise<Result>;
  write(path: string, text: string): Promise<void>;
  /** Names and contents of all files below a folder. */
  files(path: string): Promise<readonly (readonly [path: string, content: Buffer])[]>;
  /** Closes the server, and opens another one over the same folder. @param work is done in between */
  reopen(work?: (place: Place) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** What another process needs to open the same folder. */
export interface Place {
  readonly folder: string;
  readonly flags: readonly (readonly [flag: string, values: readonly string[]])[];
  readonly env: Readonly<Record<string, string>>;
}

export interface CatalogFixtureOptions {
  /** Texts by path below the folder, such as `workflows/pets.yaml`. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Files of the folder `apis` may be imported. Of private addresses only 127.0.0.1 may be called. */
export async function openCatalogFixture(options: CatalogFixtureOptions = {}): Promise<CatalogFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-catalogs-'));
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  await mkdir(join(folder, 'workflows'));
  await mkdir(join(folder, 'apis'));
  await write('connectors.yaml', '{}');
  for (const [path, text] of Object.entries(options.files ?? {})) await write(path, text);
  const log: string[] = [];
  let server = await openIn(folder, options, log);
  const call: CatalogFixture['call'] = async (operation, input, as = 'ann') =>
    checkOutput(operation, await server.signalbox.call(people[as], operation, input));
  const refused: CatalogFixture['refused'] = async (operation, input, as) => {
    const result = await call(operation, input, as).catch((error: unknown) => error);
    if (result instanceof OperationError)
      return { ...result.details, message: plainText(result.details.message) };
    throw new Error(
      `${operation} was not refused: ${result instanceof Error ? result.stack : JSON.stringify(result)}`,
    );
  };
  const confirmed: CatalogFixture['confirmed'] = async (operation, input, as) => {
    try {
      return await call(operation, input, as);
    } catch (error) {
      if (!(error instanceof OperationError) || error.details.code !== 'confirmation_required') throw error;
      const { confirmToken } = error.details.context as { readonly confirmToken: string };
      return call(operation, { ...input, confirmToken }, as);
    }
  };
  const settled: CatalogFixture['settled'] = async (run, as) => {
    for (;;) {
      const view = await call('runs.get', { run, waitMs: 20_000 }, as);
      if (view.status !== 'running' || view.waitingFor.length > 0) return view;
    }
  };
  return {
    folder,
    get url() {
      return server.url;
    },
    log,
    call,
    confirmed,
    refused,
    add: (title, document, more = {}, as = 'ann') =>
      confirmed('catalogs.import', { content: textOf(document), title, ...more }, as),
    run: async (command, args = {}, as = 'ann') =>
      (await confirmed('commands.run', { command, args }, as)).output,
    async start(workflow, params = {}, as = 'ann') {
      const { run } = await call('runs.start', { workflow, params }, as);
      return settled(run, as);
    },
    settled,
    write,
    async files(path) {
      const entries = await readdir(join(folder, path), { recursive: true, withFileTypes: true });
      const files = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      return Promise.all(
        files.toSorted().map(async (file) => [file.slice(folder.length + 1), await readFile(file)] as const),
      );
    },
    async reopen(work) {
      await server.close();
      await work?.(placeOf(folder, options));
      server = await openIn(folder, options, log);
    },
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const textOf = (document: object | string): string =>
  typeof document === 'string' ? document : JSON.stringify(document);

const placeOf = (folder: string, { env = {} }: CatalogFixtureOptions): Place => ({
  folder,
  flags: [
    ['--data', [join(folder, 'data')]],
    ['--workflows', [join(folder, 'workflows')]],
    ['--port', ['0']],
  ],
  env: {
    SIGNALBOX_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1/32',
    SIGNALBOX_CATALOGS: join(folder, 'catalogs'),
    SIGNALBOX_CATALOG_SOURCES: join(folder, 'apis'),
    SIGNALBOX_CONNECTORS: join(folder, 'connectors.yaml'),
    ...env,
  },
});

function openIn(folder: string, options: CatalogFixtureOptions, log: string[]) {
  const { env, flags } = placeOf(folder, options);
  const { settings, problems } = resolveSettings({ flags: new Map(flags), env, folder });
  if (problems.length > 0) throw new Error(problems.join(' '));
  return openServer({
    settings,
    env,
    version: '1.2.3',
    developer({ headers }) {
      const name = headers.get('x-as') ?? 'ann';
      const found = Object.entries(people).find(([each]) => each === name);
      return found?.[1] ?? refuse('unauthenticated', 'The caller is not authenticated.');
    },
    stdioCommand: { command: 'signalbox', args: ['stdio'] },
    log: createLog({ level: 'info', form: 'lines', write: (text) => log.push(text), redact: String }),
  });
}
