/** Reads the files of a verb, reports each problem on the error stream, and records whether there was one. */
import { cleanText } from '../../drawing/index.ts';
import type { SourceFile } from '../../operations/index.ts';
import type { Host } from '../host/host.ts';
import { listDocuments, readSource, reasonOf } from '../host/read-files.ts';
import type { CommandArguments } from './command.ts';

export interface Loader {
  readonly failed: boolean;
  readonly read: (path: string) => Promise<SourceFile | null>;
  /** Like `read`, but for a file that the user did not name: an unreadable file is skipped. */
  readonly tryRead: (path: string) => Promise<SourceFile | null>;
  /** Reads the file that an option names; null if the option is absent. */
  readonly option: (args: CommandArguments, name: string) => Promise<SourceFile | null>;
  readonly list: (folder: string) => readonly string[];
  readonly reportProblem: (message: string) => void;
}

/** @param maxBytes limit of a file; default: the limit for workflow documents */
export function createLoader(host: Host, maxBytes?: number): Loader {
  let failed = false;
  const reportProblem = (message: string): void => {
    failed = true;
    host.err(`${cleanText(message)}\n`);
  };
  const tryRead = async (path: string): Promise<SourceFile | null> => {
    const outcome = await readSource(host, path, maxBytes);
    return outcome.kind === 'file' ? outcome.file : null;
  };
  const read = async (path: string): Promise<SourceFile | null> => {
    const outcome = await readSource(host, path, maxBytes);
    if (outcome.kind === 'file') return outcome.file;
    reportProblem(outcome.message);
    return null;
  };
  return {
    get failed() {
      return failed;
    },
    read,
    tryRead,
    option: async ({ values }, name) => {
      const path = values.get(name)?.[0];
      return path === undefined ? null : read(path);
    },
    list: (folder) => {
      try {
        return listDocuments(host, folder);
      } catch (error) {
        reportProblem(`${folder} cannot be read: ${reasonOf(error)}.`);
        return [];
      }
    },
    reportProblem,
  };
}
