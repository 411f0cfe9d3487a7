/** Finds the workflow with a given name in a file. */
import type { SourceFile } from '../../languages/index.ts';
import { compareVersions } from '../../runtime/index.ts';
import { isDefinition, readDefinition } from './read-definition.ts';

export interface WorkflowInFile {
  readonly file: SourceFile;
  readonly name: string;
  readonly version: string;
  /** Other files may contain other versions of it. */
  readonly hasVersions: boolean;
  readonly valid: boolean;
}

/** By name. A workflow with versions is also found by its other names and by `name@version`. */
export function findInFile(file: SourceFile, wanted: string): WorkflowInFile | undefined {
  if (!isDefinition(file)) return undefined;
  const found = readDefinition(file, { operations: null }).readResult.workflows.find((workflow) => {
    const { name, aliases = [], series, version } = workflow;
    if (name === wanted) return true;
    return (
      series !== undefined && [name, ...aliases].some((each) => [each, `${each}@${version}`].includes(wanted))
    );
  });
  if (found === undefined) return undefined;
  const { name, version, series, program } = found;
  return { file, name, version, hasVersions: series !== undefined, valid: program !== null };
}

/** A workflow with errors supersedes nothing. */
export const isNewer = (one: WorkflowInFile, other: WorkflowInFile): boolean =>
  one.valid === other.valid ? compareVersions(one.version, other.version) > 0 : one.valid;
