/** The files of the host until a process ends at a chosen step: from then on nothing is done any more. */
import type { HostFile, HostFiles } from '../../src/client/host-files.ts';
import { hostFiles } from '../../src/client/host-files.ts';

export class Crash extends Error {
  override readonly name = 'Crash';
}

export interface CrashingFiles {
  readonly files: HostFiles;
  /** Steps that were begun. */
  readonly steps: () => number;
  readonly hasCrashed: () => boolean;
}

/** @param lastStep the step that the process does not complete, from 1; @param share of a text that is then written */
export function crashingFiles(lastStep: number, share: number): CrashingFiles {
  const real = hostFiles();
  if (real === undefined) throw new Error('This test needs the files of its host.');
  let steps = 0;
  const step = async <Result>(act: () => Promise<Result>, last?: () => Promise<Result>): Promise<Result> => {
    steps++;
    if (steps < lastStep) return act();
    if (steps === lastStep) await last?.();
    throw new Crash();
  };
  const wrap = (handle: HostFile): HostFile => ({
    writeFile: (text) =>
      step(
        () => handle.writeFile(text),
        () => handle.writeFile(text.slice(0, Math.floor(share * text.length))),
      ),
    sync: () => step(() => handle.sync()),
    // The system closes the files of a process that ends.
    close: () => handle.close(),
  });
  const files: HostFiles = {
    open: (...given) => step(async () => wrap(await real.open(...given))),
    readFile: (...given) => step(() => real.readFile(...given)),
    readdir: (...given) => step(() => real.readdir(...given)),
    mkdir: (...given) => step(() => real.mkdir(...given)),
    rename: (...given) => step(() => real.rename(...given)),
    rm: (...given) => step(() => real.rm(...given)),
  };
  return { files, steps: () => steps, hasCrashed: () => steps >= lastStep };
}
