/** Reads a trusted file of the operator, and refuses it if other users could have written it. */
import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { Violation } from '../../languages/index.ts';
import type { OperationViolation } from '../contract/operation-error.ts';

export interface OperatorFile {
  readonly path: string;
  /** The operator named this file explicitly: it must exist, and is trusted. */
  readonly isNamed: boolean;
  /** Used in messages: “connector file”. */
  readonly what: string;
  /** Why the writer matters: “determines which programs are started”. */
  readonly consequence: string;
  /** The flag that names it. */
  readonly flag: string;
}

export interface OperatorText {
  /** Empty if there is none. */
  readonly text: string;
  readonly violations: readonly OperationViolation[];
}

export async function readOperatorFile(file: OperatorFile): Promise<OperatorText> {
  const { path, isNamed } = file;
  try {
    // A file at the default path is only trusted if no other user could have written it.
    const foreignWriter = isNamed ? undefined : findForeignWriter(await stat(path));
    if (foreignWriter !== undefined) return { text: '', violations: [foreign(file, foreignWriter)] };
    return { text: await readFile(path, 'utf8'), violations: [] };
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    // The default file is optional; a named file must exist.
    const isFault = reason !== 'ENOENT' || isNamed;
    return { text: '', violations: isFault ? [unreadable(file, reason)] : [] };
  }
}

/** Formats the violations of a file with its path and their locations. */
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

/** Describes who else could have written it; `undefined` if only this user or the administrator could. */
function findForeignWriter({ uid, mode }: Stats): string | undefined {
  // Windows has no such owners and modes.
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  if (uid !== user && uid !== 0) return 'belongs to another user';
  return (mode & 0o002) === 0 ? undefined : 'can be changed by every user';
}

const foreign = (
  { path, what, consequence, flag }: OperatorFile,
  foreignWriter: string,
): OperationViolation => ({
  path,
  rule: 'foreign-file',
  message: `The ${what} “${path}” ${foreignWriter}, and ${consequence}. If you trust its content, name it with ${flag}. To take ownership, use chown "$USER" and chmod o-w.`,
  expected: 'a file that only its owner can change',
  actual: foreignWriter,
});

const unreadable = ({ path, what }: OperatorFile, reason: string): OperationViolation => ({
  path,
  rule: 'unreadable',
  message: `The ${what} “${path}” cannot be read (${reason}).`,
  expected: 'a readable file',
  actual: reason,
});
