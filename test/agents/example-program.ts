/** Runs one of the examples as a user would: a process that is configured by its environment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../examples/agents/', import.meta.url));

export interface ExampleProgram {
  /** Its output so far. */
  readonly out: () => string;
  readonly err: () => string;
  /** Resolves with the match once its output matches, on either stream. */
  said(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<number | null>;
  stop(): void;
}

/** @param file of examples/agents, in JavaScript or Python */
export function startExample(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): ExampleProgram {
  const command = file.endsWith('.py') ? 'python3' : process.execPath;
  const { PATH = '' } = process.env;
  const program = spawn(command, [`${folder}${file}`, ...args], {
    env: { PATH, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  const waiting = new Set<() => void>();
  const note = (stream: ChildProcess['stdout'], add: (text: string) => void): void => {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      add(text);
      for (const look of waiting) look();
    });
  };
  note(program.stdout, (text) => {
    out += text;
  });
  note(program.stderr, (text) => {
    err += text;
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    program.once('error', reject).once('close', resolve);
  });
  return {
    out: () => out,
    err: () => err,
    said: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(out) ?? pattern.exec(err);
          if (match === null) return;
          waiting.delete(look);
          resolve(match);
        };
        waiting.add(look);
        look();
        ended.then((code) => reject(new Error(`${file} ended with ${code}: ${err}`)), reject);
      }),
    ended,
    stop: () => {
      program.kill('SIGTERM');
    },
  };
}
