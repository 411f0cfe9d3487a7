/** A real git server with TLS on this machine, and its repositories: `git http-backend` behind Node's https server. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { makeAuthority, makeCertificate } from '../tls/make-certificate.ts';

export interface GitServer {
  readonly port: number;
  /** Contains the certificate authority. */
  readonly caCertificates: string;
  /** The headers of every request, the newest last. */
  readonly seen: readonly SeenRequest[];
  /** Sets how requests are answered from now on. */
  behave(how: Behaviour): void;
  /** Commits to a repository, and creates it if it does not exist; null removes a file. */
  commit(repository: string, files: Readonly<Record<string, string | null>>, branch?: string): Promise<void>;
  /** The folder of a repository with its working tree, for cases that `commit` does not cover. */
  treeOf(repository: string): string;
  git(repository: string, ...args: readonly string[]): void;
  close(): Promise<void>;
}

export interface SeenRequest {
  readonly host: string;
  readonly authorization: string | undefined;
}

export type Behaviour =
  | { readonly kind: 'serve' }
  /** Requires this header; a refusal repeats it, as a careless server might. */
  | { readonly kind: 'protect'; readonly authorization: string }
  | { readonly kind: 'redirect'; readonly to: string }
  /** Runs a callback after the first client has listed the refs, and before the next one does. */
  | { readonly kind: 'change'; readonly change: () => Promise<void> }
  /** Never answers. */
  | { readonly kind: 'hang' }
  /** Lists branches until the client disconnects. */
  | { readonly kind: 'endless' }
  | { readonly kind: 'fail'; readonly message: string };

function* endlessRefs(): Generator<string> {
  yield `${packet('# service=git-upload-pack\n')}0000${packet(`${'a'.repeat(40)} HEAD\0ofs-delta\n`)}`;
  for (let at = 0; ; at += 1_000) {
    yield Array.from({ length: 1_000 }, (_, index) =>
      packet(`${'a'.repeat(40)} refs/heads/${'x'.repeat(200)}${at + index}\n`),
    ).join('');
  }
}

const packet = (text: string): string => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;

export async function startGitServer(): Promise<GitServer> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-git-'));
  const authority = makeAuthority('Test Authority');
  const caCertificates = join(folder, 'authorities.pem');
  await writeFile(caCertificates, authority.cert);
  const { cert, key } = makeCertificate({
    name: 'git',
    dns: ['localhost'],
    ips: ['127.0.0.1'],
    by: authority,
  });
  const seen: SeenRequest[] = [];
  let how: Behaviour = { kind: 'serve' };
  let askedWhatThereIs = 0;
  const server = createServer({ cert, key }, async (request, response) => {
    const { host = '', authorization } = request.headers;
    seen.push({ host, authorization });
    const refuse = (status: number, message: string, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(message);
    };
    if (how.kind === 'hang') return;
    if (how.kind === 'endless') {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
      Readable.from(endlessRefs()).pipe(response);
      return;
    }
    if (how.kind === 'redirect') return refuse(302, '', { location: `${how.to}${request.url ?? ''}` });
    if (how.kind === 'fail') return refuse(500, how.message);
    if (how.kind === 'protect' && authorization !== how.authorization) {
      return refuse(401, `not ${authorization ?? 'without'}`, { 'www-authenticate': 'Basic realm="git"' });
    }
    const { pathname, search } = new URL(request.url ?? '/', 'https://localhost');
    if (how.kind === 'change' && pathname.endsWith('/info/refs') && ++askedWhatThereIs === 2) {
      await how.change();
    }
    const backend = spawn('git', ['http-backend'], {
      env: {
        ...{ PATH: process.env['PATH'], GIT_PROJECT_ROOT: folder, GIT_HTTP_EXPORT_ALL: '1' },
        ...{ PATH_INFO: pathname, QUERY_STRING: search.slice(1), REQUEST_METHOD: request.method },
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        ...(request.headers['content-encoding'] === undefined
          ? {}
          : { HTTP_CONTENT_ENCODING: request.headers['content-encoding'] }),
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    backend.stdin.on('error', () => {});
    request.pipe(backend.stdin);
    const chunks: Buffer[] = [];
    backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    backend.on('close', () => {
      const answer = Buffer.concat(chunks);
      const end = answer.indexOf('\r\n\r\n');
      const lines = answer.subarray(0, end).toString().split('\r\n');
      const headers = lines.map((line) => line.split(/: */, 2) as [string, string]);
      const status = Number(headers.find(([name]) => name === 'Status')?.[1].slice(0, 3) ?? 200);
      response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== 'Status')));
      response.end(answer.subarray(end + 4));
    });
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const treeOf = (repository: string): string => join(folder, 'trees', repository);
  const git = (repository: string, ...args: readonly string[]): void => {
    const own = [
      '-c',
      'user.name=Ann',
      '-c',
      'user.email=ann@example.com',
      '-c',
      'protocol.file.allow=always',
    ];
    execFileSync('git', [...own, ...args], { cwd: treeOf(repository), stdio: 'ignore' });
  };
  return {
    port: (server.address() as AddressInfo).port,
    caCertificates,
    seen,
    treeOf,
    git,
    behave: (next) => {
      how = next;
      askedWhatThereIs = 0;
    },
    async commit(repository, files, branch = 'main') {
      const tree = treeOf(repository);
      if ((await mkdir(tree, { recursive: true })) !== undefined) {
        git(repository, 'init', '--quiet', '--initial-branch', branch);
        // Served by its bare name, as usual.
        await symlink(join(tree, '.git'), join(folder, `${repository}.git`));
      }
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(tree, path)), { recursive: true });
        if (text === null) await rm(join(tree, path));
        else await writeFile(join(tree, path), text);
      }
      git(repository, 'add', '--all');
      git(repository, 'commit', '--quiet', '--allow-empty', '--message', 'more');
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
