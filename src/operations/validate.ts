/** Checks definitions: every mistake of every file at once. */
import type { SourceFile, Violation } from '../languages/index.ts';
import { type Definition, type FileReport, readDefinition } from './read-definition.ts';
import { readSurroundings, type SurroundingFiles } from './read-surroundings.ts';

export interface ValidateInput extends SurroundingFiles {
  readonly files: readonly SourceFile[];
}

export interface Validation {
  readonly valid: boolean;
  /** In the order of the files; an API or services that cannot be read come first. */
  readonly files: readonly FileReport[];
}

export function validate({ files, ...others }: ValidateInput): Validation {
  const { surroundings, invalid } = readSurroundings(others);
  const definitions = files.map((file) => readDefinition(file, surroundings));
  const reports = [
    ...invalid,
    ...definitions.map((definition, at) => ({
      ...definition.report,
      warnings: [...definition.report.warnings, ...namesakes(definition, definitions.slice(0, at))],
    })),
  ];
  return { valid: reports.every(({ valid }) => valid), files: reports };
}

/** Names are unique over all files, or say their domain: whoever uses one of two must know that there are two. */
function namesakes({ reading }: Definition, before: readonly Definition[]): readonly Violation[] {
  return reading.workflows.flatMap(({ name, line, column }) => {
    const other = before.find(({ report }) => report.workflows.some((each) => each.name === name));
    if (other === undefined) return [];
    return [
      {
        path: name,
        rule: 'duplicate-workflow',
        message: `A workflow “${name}” is in ${other.report.path}, too.`,
        expected: 'a name of its own',
        actual: name,
        line,
        column,
        endLine: line,
        endColumn: column + name.length,
        suggestion: null,
      },
    ];
  });
}
