/** Starts the program as a separate process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface RunningProgram {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  /** Resolves when the error stream contains this. */
  readonly says: (words: string) => Promise<void>;
  /** The same for standard output. */
  readonly writes: (words: string) => Promise<void>;
  /** The exit code. */
  readonly ended: Promise<number | null>;
}

export interface ProgramOptions {
  /** Options of Node. */
  readonly node?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input can be written to. */
  readonly hasInput?: boolean;
  /** The script, relative to the root of the repository. */
  readonly file?: string;
}

/** Hides the developer's own settings. */
const plainly = {
  NO_COLOR: '1',
  SIGNALBOX_ALLOW_PRIVATE_ADDRESSES: '1',
  SIGNALBOX_BUNDLED_WORKFLOWS: 'false',
  SIGNALBOX_USER_WORKFLOWS: 'false',
};

const root = fileURLToPath(new URL('../..', import.meta.url));

export function startProgram(
  folder: string,
  args: readonly string[],
  { node = [], env = {}, hasInput = false, file = 'bin/signalbox.js' }: ProgramOptions = {},
): RunningProgram {
  const child = spawn(process.execPath, [...node, `${root}${file}`, ...args], {
    cwd: folder,
    stdio: [hasInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...plainly, ...env },
  });
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = once(child, 'close').then(() => child.exitCode);
  const holds = async (stream: ChildProcess['stdout'], text: () => string, words: string): Promise<void> => {
    const isOver = ended.then(() => 'over' as const);
    while (!text().includes(words)) {
      const more = stream === null ? isOver : once(stream, 'data');
      if ((await Promise.race([more, isOver])) === 'over' && !text().includes(words)) {
        throw new Error(`It ended without “${words}”: ${text()}${err}`);
      }
    }
  };
  return {
    child,
    out: () => out,
    err: () => err,
    says: (words) => holds(child.stderr, () => err, words),
    writes: (words) => holds(child.stdout, () => out, words),
    ended,
  };
}

/** Kills those that still run. */
export async function endPrograms(children: readonly ChildProcess[]): Promise<void> {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}
