/** The programs on the client pages run against a real server and print what the pages show. */
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as client from '../../src/client/index.ts';
import { openSecuredServer, type SecuredServer, tokenOf } from '../access/secured-server.ts';
import { isTest, readTree } from '../architecture/source-tree.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/client.md');
const pages = ['docs/client.md', 'docs/cases.md', 'docs/webhooks.md', 'README.md'];

interface Program {
  readonly path: string;
  readonly line: number;
  /** Its imports from the client. */
  readonly names: readonly string[];
  readonly text: string;
  /** The comments after `//` that show what it prints. */
  readonly prints: readonly string[];
}

/** Blocks that use the client. */
const programs = pages.flatMap((path) => {
  const whole = read(path);
  return [...whole.matchAll(/^```js\n(.*?)^```/gms)].flatMap(
    ({ 1: text = '', index }): readonly Program[] => {
      const [, names] = /^import \{ (.*) \} from 'signalbox\/client';$/m.exec(text) ?? [];
      if (names === undefined) return [];
      const line = whole.slice(0, index).split('\n').length + 1;
      const prints = [...text.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(
        ([, printed = '']) => printed,
      );
      const program = text.replaceAll(/^import .*$/gm, '');
      return [{ path, line, names: names.split(', '), text: program, prints }];
    },
  );
});

let securedServer: SecuredServer;

beforeAll(async () => {
  securedServer = await openSecuredServer({
    tenants: ['red'],
    workflows: { 'hello.yaml': read('examples/hello/hello.yaml') },
  });
});

afterAll(() => securedServer.close());

type Receive = (request: Request, secret: string, act: (event: unknown) => void) => Promise<Response>;

/** @returns its exports */
async function run({ names, text }: Program, printed: string[]): Promise<Receive | undefined> {
  // The page assumes a server without authentication; this one has it.
  const here = { url: securedServer.url, token: tokenOf('red') };
  const createClient = (options: client.ClientOptions) =>
    client.createClient(options.url === 'http://127.0.0.1:8484' ? { ...options, ...here } : options);
  const createFileSessionStore = (folder: string) =>
    client.createFileSessionStore(join(securedServer.folder, folder));
  const known: Readonly<Record<string, unknown>> = { ...client, createClient, createFileSessionStore };
  expect(names.filter((name) => known[name] === undefined)).toEqual([]);
  const log = (...parts: readonly unknown[]): void => {
    printed.push(parts.map((part) => (typeof part === 'string' ? part : inspect(part))).join(' '));
  };
  const body = `return (async () => { ${text.replace('export ', '')}
    return typeof receive === 'undefined' ? undefined : receive; })()`;
  return new Function('console', ...names, body)({ log }, ...names.map((name) => known[name]));
}

test('[A8] the pages have programs that print something', () => {
  expect(programs.length).toBeGreaterThan(4);
  expect(programs.flatMap(({ prints }) => prints).length).toBeGreaterThan(4);
});

test.each(programs)(
  '[A8][F4.1][F4.2][Q8.1] the program in $path:$line prints what the page shows',
  async (program) => {
    const printed: string[] = [];
    await run(program, printed);
    expect(printed).toEqual(program.prints);
  },
);

test('[A8][F4.3] the receiver on the page accepts a delivery once, and none without a signature', async () => {
  const receiver = programs.find(({ names }) => names.includes('verifyWebhook'));
  const receive = receiver === undefined ? undefined : await run(receiver, []);
  const body = JSON.stringify({ event_type: 'case_completed', case_id: '1', delivery_id: 'dlv_1' });
  const time = Math.floor(Date.now() / 1_000);
  const send = async (secret: string): Promise<number | undefined> => {
    const signature = createHmac('sha256', secret).update(`${time}.dlv_1.${body}`).digest('hex');
    const headers = { 'x-signalbox-delivery': 'dlv_1', 'x-signalbox-signature': `t=${time},v1=${signature}` };
    const request = new Request('http://127.0.0.1/', { method: 'POST', body, headers });
    const answer = await receive?.(request, 'ours', (event) => acted.push(event));
    return answer?.status;
  };
  const acted: unknown[] = [];
  expect([await send('theirs'), await send('ours'), await send('ours')]).toEqual([401, 204, 200]);
  expect(acted).toHaveLength(1);
});

test('[A8][F4.1] the page lists every variable that the client reads', () => {
  const source = read('src/client/client-from-environment.ts');
  const names = (text: string): readonly string[] => [
    ...new Set(text.match(/\b(?:ZAI|YAWL_MCP|SIGNALBOX)_[A-Z_]+\b/g) ?? []),
  ];
  const [, table = ''] = /^\| variable \|.*?\n((?:\|.*\n)+)/m.exec(page) ?? [];
  expect(names(table).toSorted()).toEqual(names(source).toSorted());
});

test('[A8][F4.3] the page lists every reason for which a delivery is refused', () => {
  const [, table = ''] = /^\| reason \|.*?\n((?:\|.*\n)+)/m.exec(page) ?? [];
  const listed = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, reason]) => reason);
  const [, union = ''] = /RefusalReason = (.*);/.exec(read('src/client/verify-webhook.ts')) ?? [];
  expect(listed).toEqual(union.match(/\w+/g));
});

test('[A8][F4.1] the page lists every error that the client itself raises', () => {
  const sources = [...readTree(fileURLToPath(new URL('../..', import.meta.url)), 'src/client')];
  const made = sources
    .filter(([file]) => !isTest(file))
    .flatMap(([, text]) =>
      [...text.matchAll(/\b(?:ownFailure|unanswered)\(\s*'(\w+)'/g)].map(([, name]) => name),
    );
  const [, table = ''] = /^\| `error` \| meaning \|\n((?:\|.*\n)+)/m.exec(page) ?? [];
  const listed = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
  expect(listed.toSorted()).toEqual([...new Set(made)].toSorted());
});

test('[A8] every name on the page exists', () => {
  const links = [...page.matchAll(/\]\(([^)#]+)\)/g)].map(([, target = '']) => `docs/${target}`);
  const files = [...page.matchAll(/`(examples\/[^`]+)`/g)].map(([, path = '']) => path);
  const lost = [...links, ...files].filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)));
  expect(lost).toEqual([]);
});
