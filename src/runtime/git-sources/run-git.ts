/** Runs git with limits on time, memory and output. */
import { type ProgramOutcome, type ProgramRun, runProgram } from '../programs/run-program.ts';

export interface GitRun extends ProgramRun {
  readonly environment: Readonly<Record<string, string>>;
  /** Limit in bytes of the memory of each of its processes, where the system supports it; `undefined`: none. */
  readonly maxMemoryBytes: number | undefined;
}

/** `missing`: git is not installed, or too old. */
export type GitOutcome = ProgramOutcome;

export async function runGit(args: readonly string[], run: GitRun): Promise<GitOutcome> {
  const [command, allArgs] = commandOf(args, run.maxMemoryBytes);
  const outcome = await runProgram(command, allArgs, run);
  return outcome.kind === 'failed' && outcome.exitCode === notFound ? { kind: 'missing' } : outcome;
}

/** Exit code of a shell. */
const notFound = 127;

/** Only a shell can set the limit. Where it cannot, git runs without it: macOS has none, Windows has no such shell. */
function commandOf(
  args: readonly string[],
  maxMemoryBytes: number | undefined,
): readonly [command: string, args: readonly string[]] {
  if (maxMemoryBytes === undefined || process.platform === 'win32') return ['git', args];
  const kibibytes = String(Math.floor(maxMemoryBytes / 1_024));
  return ['/bin/sh', ['-c', limited, 'git', kibibytes, ...args]];
}

const limited = '(ulimit -v "$1") 2>/dev/null && ulimit -v "$1"; shift; exec git "$@"';
