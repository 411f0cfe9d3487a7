/**
 * A real Signalbox over HTTP for question flows: its secrets may be sent to local servers only, and what it writes can be
 * searched for them.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createRedaction, resolveSettings } from '../../src/operations/index.ts';
import { developmentPrincipal } from '../../src/server/auth/development-principal.ts';
import { openServer } from '../../src/server/open-server.ts';
import { createLog } from '../../src/server/telemetry/log.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface FlowServer {
  readonly url: string;
  /** Of MCP. */
  readonly mcp: string;
  /** The data folder. */
  readonly data: string;
  /** Its environment: a change counts at once. */
  readonly env: Record<string, string>;
  /** Whatever its status. */
  ask(target: string, body?: object): Promise<FlowAnswer>;
  /** Throws if it is refused. */
  save(name: string, source: string): Promise<void>;
  /** All that the server has written until now, in its folder and in its log. */
  written(): Promise<string>;
  /** The same in parts, each with its name. */
  parts(): Promise<readonly (readonly [name: string, content: Buffer])[]>;
  close(): Promise<void>;
}

export interface FlowAnswer {
  readonly status: number;
  readonly body: Fields;
  readonly text: string;
}

export interface FlowServerOptions {
  /** Values of secrets, by name. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Ports of 127.0.0.1 that they may be sent to, by name. Default: of each of `secrets`, `port`. */
  readonly allowed?: Readonly<Record<string, readonly number[]>>;
  readonly port?: number;
  /** The file `connectors.yaml`. Default: one that allows what is `allowed`. */
  readonly connectors?: string;
  /** Texts of documents, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** More settings, by variable. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A document that comes with the program: `adapters/hetzner.yaml`. */
export function shipped(path: string): Promise<string> {
  return readFile(new URL(`../../src/languages/questions/${path}`, import.meta.url), 'utf8');
}

/** Its copy with other addresses. Throws if one of them does not occur. */
export async function copyOf(path: string, addresses: Readonly<Record<string, string>>): Promise<string> {
  let text = await shipped(path);
  for (const [from, to] of Object.entries(addresses)) {
    if (!text.includes(from)) throw new Error(`${path} has no address ${from}.`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** The file `connectors.yaml` that allows each secret at these ports. */
const connectorsFor = (allowed: Readonly<Record<string, readonly number[]>>): string =>
  JSON.stringify({
    secrets: Object.fromEntries(
      Object.entries(allowed).map(([name, ports]) => [
        name,
        { hosts: ports.map((port) => `127.0.0.1:${port}`) },
      ]),
    ),
  });

export async function openFlowServer({
  secrets = {},
  port = 0,
  allowed = Object.fromEntries(Object.keys(secrets).map((name) => [name, port === 0 ? [] : [port]])),
  connectors = connectorsFor(allowed),
  files = {},
  env: more = {},
}: FlowServerOptions = {}): Promise<FlowServer> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-flows-'));
  const [data, workflows] = [join(folder, 'data'), join(folder, 'workflows')];
  await Promise.all([mkdir(data), mkdir(workflows)]);
  await writeFile(join(data, 'connectors.yaml'), connectors);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(workflows, path)), { recursive: true });
    await writeFile(join(workflows, path), text);
  }
  const own = { SIGNALBOX_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1', SIGNALBOX_LOCAL_TOKEN: 'false' };
  const env: Record<string, string> = { ...secrets, ...own, ...more };
  const { settings, problems } = resolveSettings({
    flags: new Map([
      ['--data', [data]],
      ['--workflows', [workflows]],
      ['--port', ['0']],
    ]),
    env,
    folder,
  });
  if (problems.length > 0) throw new Error(problems.join(' '));
  let logged = '';
  const server = await openServer({
    settings,
    env,
    version: '0.0.0',
    developer: developmentPrincipal('ann'),
    stdioCommand: { command: 'signalbox', args: ['stdio'] },
    log: createLog({
      level: 'info',
      form: 'json',
      redact: createRedaction(env),
      write: (text) => {
        logged += text;
      },
    }),
  });
  const ask = (target: string, body?: object) => askServer(server.url, target, body);
  const parts: FlowServer['parts'] = async () => {
    const names = await readdir(data, { recursive: true, withFileTypes: true });
    const files = names.filter((each) => each.isFile());
    const read = files.map(
      async (each) => [each.name, await readFile(join(each.parentPath, each.name))] as const,
    );
    return [['the log', Buffer.from(logged)], ...(await Promise.all(read))];
  };
  return {
    url: server.url,
    mcp: `${server.url}/mcp`,
    data,
    env,
    ask,
    async save(name, source) {
      const { status, text } = await ask(`PUT /v1/documents/${name}`, { source });
      if (status >= 300) throw new Error(`${name} is not saved: ${text}`);
    },
    parts,
    written: async () => (await parts()).map(([, content]) => content.toString('latin1')).join('\n'),
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function askServer(url: string, target: string, body?: object): Promise<FlowAnswer> {
  const [method = 'GET', path = ''] = target.split(' ');
  const response = await fetch(`${url}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, body: text === '' ? {} : (JSON.parse(text) as Fields) };
}

export interface Dialogue {
  /** The last answer of the server. */
  readonly last: FlowAnswer;
  /** Texts of all of them. */
  readonly texts: readonly string[];
  /** Questions that were asked. */
  readonly asked: readonly string[];
}

/** Begins a flow, and answers each question until there are no more, or one is refused. */
export async function playDialogue(
  { ask }: Pick<FlowServer, 'ask'>,
  begin: object,
  answers: Readonly<Record<string, string | number | boolean>>,
): Promise<Dialogue> {
  let last = await ask('POST /v1/question-sessions', begin);
  const texts = [last.text];
  const asked: string[] = [];
  for (;;) {
    const { question, session_id, state_blob } = last.body as {
      readonly question?: { readonly id: string; readonly default: unknown } | null;
      readonly session_id?: string;
      readonly state_blob?: string;
    };
    if (last.status !== 200 || question === null || question === undefined) return { last, texts, asked };
    asked.push(question.id);
    const answer_value = answers[question.id] ?? question.default;
    if (answer_value === null) throw new Error(`“${question.id}” has no answer.`);
    last = await ask(`POST /v1/question-sessions/${session_id}/answers`, { state_blob, answer_value });
    texts.push(last.text);
  }
}
