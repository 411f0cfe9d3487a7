/** A folder with its own workflows and runs, and the real program on it: `signalbox serve`, `stdio` and `rpc`. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'bin', 'signalbox.js');

export interface Served {
  /** Address of MCP. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Output so far, of both streams. */
  readonly written: () => string;
  /** Number of active runs. */
  runs(): Promise<number>;
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

export interface StdioCommand {
  readonly command: string;
  readonly args: string[];
  readonly cwd: string;
  /** The whole environment. Default: that of this process. */
  readonly env?: Record<string, string>;
}

/** How a command of the program ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface ProgramFixture {
  readonly data: string;
  readonly workflows: string;
  /** The same folder; programs started by it have these variables in addition to those of this process. */
  as(variables: Readonly<Record<string, string>>): ProgramFixture;
  /** Writes a file into the workflow folder. */
  write(name: string, text: string): Promise<void>;
  serve(port?: number, ...options: readonly string[]): Promise<Served>;
  stdio(...options: readonly string[]): StdioCommand;
  rpc(...options: readonly string[]): StdioCommand;
  /** A process that ends with the fixture. */
  start(command: StdioCommand): ChildProcess;
  /** Another command of the program, in its own process. @returns its output, after success */
  runCommand(...commandLine: readonly string[]): Promise<string>;
  /** The same, for any exit code. */
  attempt(...commandLine: readonly string[]): Promise<Ended>;
  remove(): Promise<void>;
}

/** With the workflows of `examples/hello`, and the given ones by file name. */
export async function createProgramFixture(
  files: Readonly<Record<string, string>> = {},
): Promise<ProgramFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-mcp-'));
  const data = join(folder, 'data');
  const workflows = join(folder, 'workflows');
  await mkdir(data);
  await cp(join(root, 'examples', 'hello'), workflows, { recursive: true });
  const write = (name: string, text: string): Promise<void> => writeFile(join(workflows, name), text);
  for (const [name, text] of Object.entries(files)) await write(name, text);
  const alive = new Map<ChildProcess, Promise<unknown>>();
  const pathFlags = ['--data', data, '--workflows', workflows];
  const start = ({ command, args, cwd, env }: StdioCommand): ChildProcess => {
    const child = spawn(command, args, { cwd, env: env ?? process.env, stdio: ['pipe', 'pipe', 'pipe'] });
    alive.set(
      child,
      once(child, 'close').then(() => alive.delete(child)),
    );
    return child;
  };
  const attempt = async (commandLine: StdioCommand): Promise<Ended> => {
    const child = start(commandLine);
    let [out, err] = ['', ''];
    child.stdout?.on('data', (piece) => {
      out += piece;
    });
    child.stderr?.on('data', (piece) => {
      err += piece;
    });
    await alive.get(child);
    return { code: child.exitCode, out, err };
  };
  const fixtureWith = (variables: Readonly<Record<string, string>>): ProgramFixture => {
    const commandOf = (...args: string[]): StdioCommand => ({
      command: process.execPath,
      args: [program, ...args, ...pathFlags],
      cwd: folder,
      ...(Object.keys(variables).length === 0 ? {} : { env: { ...given(process.env), ...variables } }),
    });
    return {
      data,
      workflows,
      as: (more) => fixtureWith({ ...variables, ...more }),
      write,
      start,
      stdio: (...options) => commandOf('stdio', ...options),
      rpc: (...options) => commandOf('rpc', ...options),
      async serve(port = 0, ...options) {
        const child = start(commandOf('serve', '--port', String(port), ...options));
        const ended = alive.get(child);
        let written = '';
        const url = await new Promise<string>((resolve, reject) => {
          const read = (piece: Buffer): void => {
            written += piece;
            const address = /https?:\S+\/mcp(?=\s)/.exec(written)?.[0];
            if (address !== undefined) resolve(address);
          };
          child.stdout?.on('data', read);
          child.stderr?.on('data', read);
          void ended?.then(() => reject(new Error(`The server did not start.\n${written}`)));
        });
        return {
          url,
          port: Number(new URL(url).port),
          pid: child.pid ?? 0,
          written: () => written,
          async runs() {
            const metrics = await (await fetch(new URL('/metrics', url))).text();
            return Number(/^signalbox_runs\{state="running"\} (\d+)$/m.exec(metrics)?.[1]);
          },
          async stop() {
            child.kill('SIGTERM');
            await ended;
            return child.exitCode;
          },
          async kill() {
            child.kill('SIGKILL');
            await ended;
          },
        };
      },
      async runCommand(...commandLine) {
        const { command, args, cwd, env = process.env } = commandOf(...commandLine);
        return (await promisify(execFile)(command, args, { cwd, env })).stdout;
      },
      attempt: (...commandLine) => attempt(commandOf(...commandLine)),
      async remove() {
        for (const child of alive.keys()) child.kill('SIGKILL');
        await Promise.all(alive.values());
        await rm(folder, { recursive: true, force: true });
      },
    };
  };
  return fixtureWith({});
}

const given = (variables: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
