/** What a verb that works on files is to work on: named as files, or by the folders of workflows. */
import type { SourceFile } from '../operations/index.ts';
import { findInFile, isNewer, type WorkflowInFile } from '../operations/offline.ts';
import type { CommandArguments } from './command.ts';
import type { Host } from './host.ts';
import type { Loader } from './loader.ts';
import { optionValue } from './options.ts';
import { isFile, isStandardInput, isTestFile } from './read-files.ts';

/** Files and folders that were named; else the folders of workflows. */
export function namedPaths({ arguments: named, values }: CommandArguments): readonly string[] {
  return named.length > 0 ? named : (values.get('--workflows') ?? []);
}

export interface FoundSource {
  readonly file: SourceFile | null;
  /** Null where the file alone says which. */
  readonly workflow: string | null;
}

/**
 * A file; or where there is no such file, the one in a folder of workflows that holds a workflow of that name: of
 * several versions, the newest.
 */
export async function findSource(args: CommandArguments, host: Host, loader: Loader): Promise<FoundSource> {
  const [named = ''] = args.arguments;
  const workflow = optionValue(args, '--workflow');
  const folders = args.values.get('--workflows') ?? [];
  if (folders.length > 0 && !isStandardInput(named) && !isFile(host, named)) {
    let newest: WorkflowInFile | undefined;
    for (const path of folders.flatMap((folder) => loader.list(folder)).filter((each) => !isTestFile(each))) {
      const file = await loader.tryRead(path);
      const candidate = file === null ? undefined : findInFile(file, named);
      if (candidate === undefined) continue;
      if (!candidate.hasVersions) return { file: candidate.file, workflow: candidate.name };
      if (newest === undefined || isNewer(candidate, newest)) newest = candidate;
    }
    if (newest !== undefined) return { file: newest.file, workflow: newest.name };
    loader.reportProblem(`There is neither a file nor a workflow “${named}” in ${folders.join(', ')}.`);
    return { file: null, workflow };
  }
  return { file: await loader.read(named), workflow };
}
