/**
 * A real server over its own folder, called as the principal in a header; each answer is checked against the
 * document.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Principal, type Registry, resolveSettings, scopes } from '../../src/operations/index.ts';
import { refuse } from '../../src/server/message/refusal.ts';
import { openServer } from '../../src/server/open-server.ts';
import { createLog } from '../../src/server/telemetry/log.ts';
import { type CheckAnswer, createAnswerCheck } from './answer-check.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; text if it is not JSON, `undefined` if empty. */
  readonly body: unknown;
  /** `items.0.item`; empty if there is no text. */
  textAt(path: string): string;
}

export interface RestAskOptions {
  /** A principal without rights is refused. */
  readonly as?: keyof typeof people | 'nobody';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RestFixture {
  readonly folder: string;
  readonly url: string;
  /** `GET /v1/runs`. Fails if the answer does not match the document. */
  ask(target: string, asked?: RestAskOptions): Promise<Answer>;
  readonly log: readonly string[];
  close(): Promise<void>;
}

const ann: Principal = {
  subject: 'ann',
  tenant: 'default',
  scopes: new Set(scopes),
  roles: [],
  kind: 'person',
};

const people = {
  ann,
  bob: { ...ann, subject: 'bob' },
  robot: { ...ann, subject: 'robot', kind: 'agent' },
  /** Of another tenant. */
  stranger: { ...ann, tenant: 'other' },
  /** May write workflows, and not read those of others. */
  writer: { ...ann, subject: 'writer', scopes: new Set(['workflows:author']) },
  /** Has no rights. */
  guest: { ...ann, subject: 'guest', scopes: new Set() },
} as const satisfies Readonly<Record<string, Principal>>;

/** @param files texts of workflows, by file name; @param registry available operations; default: all */
export async function openRestFixture(
  files: Readonly<Record<string, string>>,
  registry?: Registry,
): Promise<RestFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-rest-'));
  const workflows = join(folder, 'workflows');
  await mkdir(workflows);
  await writeFile(join(folder, 'connectors.yaml'), 'secrets: { SAVED: { hosts: [api.example.com] } }');
  for (const [name, text] of Object.entries(files)) await writeFile(join(workflows, name), text);
  const fixture = await openRestFixtureAt(folder, registry);
  return {
    ...fixture,
    async close() {
      await fixture.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A server over the folder of a fixture, or attached to another one that owns it. */
export async function openRestFixtureAt(folder: string, registry?: Registry): Promise<RestFixture> {
  const workflows = join(folder, 'workflows');
  const flags = new Map([
    ['--data', [join(folder, 'data')]],
    ['--workflows', [workflows]],
    ['--connectors', [join(folder, 'connectors.yaml')]],
    ['--port', ['0']],
  ]);
  const { settings } = resolveSettings({
    flags,
    env: { SIGNALBOX_WEBHOOK_ALLOW: '127.0.0.1', SIGNALBOX_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' },
    folder,
  });
  const log: string[] = [];
  const server = await openServer({
    settings,
    env: {},
    registry,
    version: '1.2.3',
    developer: ({ headers }) => {
      const name = headers.get('x-as') ?? 'ann';
      if (name === 'nobody') return refuse('unauthenticated', 'The caller is not authenticated.');
      return Object.entries(people).find(([each]) => each === name)?.[1] ?? ann;
    },
    stdioCommand: { command: 'signalbox', args: ['stdio'] },
    log: createLog({ level: 'info', form: 'lines', write: (text) => log.push(text), redact: String }),
  });
  const { url } = server;
  let check: CheckAnswer | undefined;
  return {
    folder,
    url,
    log,
    async ask(target, { as = 'ann', body, headers = {} } = {}) {
      const [method = '', path = ''] = target.split(' ');
      check ??= createAnswerCheck(await (await fetch(`${url}/openapi.json`)).json());
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          'x-as': as,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = /json/.test(response.headers.get('content-type') ?? '');
      const answered = isJson && text !== '' ? JSON.parse(text) : text === '' ? undefined : text;
      check({ method, path, status: response.status, headers: response.headers, body: answered });
      return {
        status: response.status,
        headers: response.headers,
        body: answered,
        textAt(place) {
          const found = place
            .split('.')
            .reduce<unknown>((value, name) => Reflect.get(Object(value), name), answered);
          return typeof found === 'string' ? found : '';
        },
      };
    },
    close: () => server.close(),
  };
}
