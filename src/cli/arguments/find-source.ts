/** Resolves what a verb for files works on: the named files, or the workflow folders. */
import type { SourceFile } from '../../operations/index.ts';
import { findInFile, isNewer, type WorkflowInFile } from '../../operations/offline.ts';
import type { Host } from '../host/host.ts';
import { isFile, isStandardInput, isTestFile } from '../host/read-files.ts';
import type { CommandArguments } from './command.ts';
import type { Loader } from './loader.ts';
import { optionValue } from './options.ts';

/** The named files and folders; default: the workflow folders. */
export function namedPaths({ arguments: named, values }: CommandArguments): readonly string[] {
  return named.length > 0 ? named : (values.get('--workflows') ?? []);
}

export interface FoundSource {
  readonly file: SourceFile | null;
  /** Null if the file alone determines the workflow. */
  readonly workflow: string | null;
}

/**
 * A file; if it does not exist, the file in a workflow folder that holds a workflow of that name. Of several versions
 * the newest.
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
    loader.reportProblem(`“${named}” is neither a file nor a workflow in ${folders.join(', ')}.`);
    return { file: null, workflow };
  }
  return { file: await loader.read(named), workflow };
}
