/** Applies the edits that the errors of a definition propose. */
import { maxErrors, type Repair, repairText, type SourceFile } from '../../languages/index.ts';
import { loadReadEnvironment, type ReadEnvironmentFiles } from './load-read-environment.ts';
import { readDefinition } from './read-definition.ts';

export interface RepairInput extends ReadEnvironmentFiles {
  readonly file: SourceFile;
}

export function repair({ file, ...others }: RepairInput): Repair {
  const { environment, invalid } = loadReadEnvironment(others);
  // Without the API that is meant, nothing can be corrected.
  if (invalid.length > 0) return { text: file.text, changed: false, applied: [] };
  const read = (text: string) =>
    readDefinition({ ...file, text }, { ...environment, maxErrors }).report.violations;
  return repairText(file.text, read);
}
