/** Reads a file that the operator has written, and what is in it is believed: so nobody else may have written it. */
import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { Violation } from '../../languages/index.ts';
import type { OperationViolation } from '../contract/operation-error.ts';

export interface OperatorFile {
  readonly path: string;
  /** Somebody has said that it is this one: then it must be there, and is theirs to trust. */
  readonly isNamed: boolean;
  /** In a sentence: “file of connectors”. */
  readonly what: string;
  /** Why it matters who wrote it: “says which programs are started”. */
  readonly consequence: string;
  /** By which it can be named. */
  readonly flag: string;
}

export interface OperatorText {
  /** Empty where there is none. */
  readonly text: string;
  readonly violations: readonly OperationViolation[];
}

export async function readOperatorFile(file: OperatorFile): Promise<OperatorText> {
  const { path, isNamed } = file;
  try {
    // One that nobody named is only believed if nobody else can have written it.
    const foreignWriter = isNamed ? undefined : findForeignWriter(await stat(path));
    if (foreignWriter !== undefined) return { text: '', violations: [foreign(file, foreignWriter)] };
    return { text: await readFile(path, 'utf8'), violations: [] };
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    // Nobody has to have one; one that somebody named must be there.
    const isFault = reason !== 'ENOENT' || isNamed;
    return { text: '', violations: isFault ? [unreadable(file, reason)] : [] };
  }
}

/** Mistakes in a file, for whoever does not see it: with its path and their place. */
export const locatedIn = (file: string, violations: readonly Violation[]): readonly OperationViolation[] =>
  violations.map(({ path, rule, message, expected, actual, line, column }) => ({
    path,
    rule,
    message: `${file}:${line}:${column}: ${message}`,
    expected,
    actual,
    line,
    column,
  }));

/** Who else could have written it, in words; undefined where that is only this user or the administrator. */
function findForeignWriter({ uid, mode }: Stats): string | undefined {
  // Windows has no such owners and modes.
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  if (uid !== user && uid !== 0) return 'belongs to somebody else';
  return (mode & 0o002) === 0 ? undefined : 'can be changed by everybody';
}

const foreign = (
  { path, what, consequence, flag }: OperatorFile,
  foreignWriter: string,
): OperationViolation => ({
  path,
  rule: 'foreign-file',
  message: `The ${what} “${path}” ${foreignWriter}, and ${consequence}. If you trust what is in it, name it with ${flag}; to make it yours: chown "$USER" and chmod o-w.`,
  expected: 'a file that only its user can change',
  actual: foreignWriter,
});

const unreadable = ({ path, what }: OperatorFile, reason: string): OperationViolation => ({
  path,
  rule: 'unreadable',
  message: `The ${what} “${path}” cannot be read (${reason}).`,
  expected: 'a file that can be read',
  actual: reason,
});
