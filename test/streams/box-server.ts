/** A real Signalbox over its own folder, and the real HTTP server on a port; both can be restarted. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Principal, resolveSettings, scopes } from '../../src/operations/index.ts';
import { openCredentials } from '../../src/server/auth/open-credentials.ts';
import { httpLimits } from '../../src/server/http/contract/http-limits.ts';
import { type HttpServer, serveHttp } from '../../src/server/http/serve-http.ts';
import { openSignalbox } from '../../src/server/local/open-signalbox.ts';
import type { Signalbox } from '../../src/server/local/signalbox.ts';
import { refuse } from '../../src/server/message/refusal.ts';
import { createFakeClock, type FakeClock } from '../../src/testing/index.ts';
import { type EventClient, type FollowOptions, follow } from '../server/event-client.ts';
import { openAuthenticator, scriptedOptions } from '../server/scripted-endpoint.ts';

export const ann: Principal = {
  subject: 'ann',
  tenant: 'acme',
  scopes: new Set(scopes),
  roles: [],
  kind: 'person',
};
export const eve: Principal = { ...ann, subject: 'eve', tenant: 'other' };
const guard: Principal = { ...ann, subject: 'guard', scopes: new Set(['workitems:manage']) };

/** Principals by credentials. */
const tokens: Readonly<Record<string, Principal>> = { ann, eve, guard };

const source = `workflows:
  tell:
    params: { text: { type: str, default: Hi } }
    graph:
      say: { call: echo, args: { text: $text } }
      again: { call: echo, depends_on: [say], args: { text: $say.text } }
    result: $again.text
  ask:
    graph:
      ask_word: { type: yield, message: "Which word?", expects: { word: str } }
      say: { call: echo, depends_on: [ask_word], args: { text: $ask_word.word } }
    result: $say.text
`;

/** By task. */
const answers: Readonly<Record<string, object>> = { ask_word: { word: 'Yes' }, ask: { greeting: 'Ciao' } };

/** Answers a waiting run, which then completes. */
export async function answerRun({ call }: Pick<BoxServer, 'call'>, run: string): Promise<void> {
  const { items } = await call<{ items: readonly { item: string; task: string }[] }>(ann, 'items.list', {
    run,
  });
  for (const { item, task } of items)
    await call(ann, 'items.complete', { item, output: answers[task] ?? {} });
  await call(ann, 'runs.get', { run, waitMs: 20_000 });
}

export interface BoxServer {
  readonly clock: FakeClock;
  readonly url: string;
  follow(path: string, options?: FollowOptions): Promise<EventClient>;
  call<Result>(principal: Principal, operation: string, input: object): Promise<Result>;
  /** Closes the server and the Signalbox, and opens both again at the same address. */
  restart(): Promise<void>;
  /** The other simulated process ends. */
  endOwner(): Promise<void>;
  close(): Promise<void>;
}

export interface BoxOptions {
  /** Another simulated process owns the folder. */
  readonly isAttached?: boolean;
  /** More workflows, by file name. */
  readonly files?: Readonly<Record<string, string>>;
}

export async function openBoxServer({ isAttached = false, files = {} }: BoxOptions = {}): Promise<BoxServer> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-streams-'));
  const workflows = join(folder, 'workflows');
  await mkdir(workflows);
  for (const [name, text] of Object.entries({ 'all.yaml': source, ...files })) {
    await writeFile(join(workflows, name), text);
  }
  const flags = new Map([
    ['--data', [join(folder, 'data')]],
    ['--workflows', [workflows]],
  ]);
  const env = { SIGNALBOX_TENANTS: '1' };
  const { settings } = resolveSettings({ flags, env, folder });
  const openBox = (): Promise<Signalbox> =>
    openSignalbox(settings, { env, version: '1', warn: () => undefined });
  const owner = isAttached ? await openBox() : undefined;
  const clock = createFakeClock(Date.now());
  const clients: EventClient[] = [];

  const open = async (port: number): Promise<{ readonly box: Signalbox; readonly server: HttpServer }> => {
    const box = await openBox();
    const call = box.call.bind(box);
    const credentials = await openCredentials({ settings, env, call });
    const options = scriptedOptions({
      call,
      clock,
      isDevelopment: false,
      limits: { ...httpLimits, closeTimeout: 100 },
      authenticatorFor: (base) =>
        openAuthenticator((request, peer) => {
          const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
          if (token.startsWith('sbx_')) return credentials.identifyFor(base)(request, peer);
          return tokens[token] ?? refuse('unauthenticated', 'Nobody is known by this.');
        }),
    });
    const server = await serveHttp({ ...options, host: '127.0.0.1', port, publicUrl: '', tell: () => {} });
    return { box, server };
  };
  const closeServer = async ({ box, server }: Awaited<ReturnType<typeof open>>): Promise<void> => {
    await server.close();
    await box.close();
  };

  let current = await open(0);
  return {
    clock,
    get url() {
      return current.server.url;
    },
    async follow(path, options = {}) {
      const client = await follow(current.server.url, path, { token: 'ann', ...options });
      clients.push(client);
      return client;
    },
    // The operation's name determines the type of its output.
    call: async (principal, operation, input) =>
      (await current.box.call(principal, operation, input)) as never,
    async restart() {
      await closeServer(current);
      current = await open(Number(new URL(current.server.url).port));
    },
    endOwner: async () => owner?.close(),
    async close() {
      for (const client of clients) client.hangUp();
      await closeServer(current);
      await owner?.close();
      await rm(folder, { recursive: true });
    },
  };
}
