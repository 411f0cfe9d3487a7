/**
 * Reads the value of a secret from a file, or from the output of a command that is run without a shell. A failure
 * names neither the content of the file nor what the command wrote.
 */
import { type ProgramOutcome, runProgram } from '../programs/run-program.ts';
import { codeOf, type PrivateFile, readPrivateFile } from './private-file.ts';

export type SecretSource = SecretFile | SecretCommand;

export interface SecretFile {
  readonly kind: 'file';
  readonly path: string;
}

export interface SecretCommand {
  readonly kind: 'command';
  readonly command: string;
  readonly args: readonly string[];
  readonly folder: string;
}

export type ReadSecret =
  | { readonly kind: 'value'; readonly value: string }
  /** The end of a sentence: “its file does not exist”. */
  | { readonly kind: 'failed'; readonly reason: string };

type Environment = { readonly [name: string]: string | undefined };

const maxBytes = 65_536;
const commandTimeout = 10_000;
/** Others may not read it, the group may not change it. Orchestrators mount secrets that the group may read. */
const forbiddenMode = 0o027;

export async function readSecretFile({ path }: SecretFile): Promise<ReadSecret> {
  const file = await readPrivateFile(path, { maxBytes, forbiddenMode });
  return file.kind === 'read' ? secretIn(file.content, 'its file') : failed(fileProblem(file));
}

function fileProblem(file: Exclude<PrivateFile, { readonly kind: 'read' }>): string {
  if (file.kind === 'refused') return fileProblems[file.why];
  const code = codeOf(file.cause);
  return code === 'ENOENT'
    ? 'its file does not exist'
    : `its file cannot be read (${code ?? 'unknown reason'})`;
}

const fileProblems = {
  exposed: 'its file can be read by every user, or changed by its group (use chmod 600 or 640)',
  'not-a-file': 'its file is not a regular file',
  'too-large': 'its file has more than 64 KiB',
} as const;

export async function runSecretCommand(
  { command, args, folder }: SecretCommand,
  environment: Environment,
  signal: AbortSignal,
): Promise<ReadSecret> {
  const limits = { timeout: commandTimeout, maxOutputBytes: maxBytes };
  const run = runProgram(command, args, { folder, environment: foreign(environment), signal, ...limits });
  const outcome = await run.catch((): ProgramOutcome => ({ kind: 'missing' }));
  switch (outcome.kind) {
    case 'done':
      return secretIn(outcome.output, 'the output of its command');
    case 'failed':
      return failed(
        outcome.exitCode === null
          ? 'its command was ended by a signal'
          : `its command ended with exit code ${outcome.exitCode}`,
      );
    case 'ended':
      return failed(endings[outcome.why]);
    case 'missing':
      return failed('its command could not be started');
  }
}

/** Without the settings of Signalbox, which may be secrets themselves. */
const foreign = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('SIGNALBOX_')));

const endings = {
  late: 'its command did not end within 10 seconds',
  'too-much': 'its command wrote more than 64 KiB',
  closed: 'its command was ended, because Signalbox is shutting down',
} as const;

/** Editors and programs end a text with a newline, which is no part of the secret. */
function secretIn(content: Buffer, what: string): ReadSecret {
  const value = decode(content)?.replace(/\r?\n$/, '');
  if (value === undefined) return failed(`${what} is not text in UTF-8`);
  return value === '' ? failed(`${what} is empty`) : { kind: 'value', value };
}

function decode(content: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}

const failed = (reason: string): ReadSecret => ({ kind: 'failed', reason });
