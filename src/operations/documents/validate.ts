/** Validates definitions and reports every error of every file at once. */
import { listViolations, type SourceFile, type Violation } from '../../languages/index.ts';
import { orderVersions } from '../../runtime/index.ts';
import { loadReadEnvironment, type ReadEnvironmentFiles } from './load-read-environment.ts';
import { type Definition, type FileReport, readDefinition } from './read-definition.ts';

export interface ValidateInput extends ReadEnvironmentFiles {
  readonly files: readonly SourceFile[];
}

export interface Validation {
  readonly valid: boolean;
  /** In the order of the files. An API or services file that cannot be read comes first. */
  readonly files: readonly FileReport[];
}

export function validate({ files, ...others }: ValidateInput): Validation {
  const { environment, invalid } = loadReadEnvironment(others);
  const definitions = files.map((file) => readDefinition(file, environment));
  const clashes = clashesIn(files, definitions);
  const reports = [
    ...invalid,
    ...definitions.map((definition, at) => ({
      ...definition.report,
      warnings: listViolations([
        ...definition.report.warnings,
        ...namesakes(definition, definitions.slice(0, at)),
        ...clashes(definition),
      ]),
    })),
  ];
  return { valid: reports.every(({ valid }) => valid), files: reports };
}

/** Equal version names with different content. */
function clashesIn(
  files: readonly SourceFile[],
  definitions: readonly Definition[],
): (definition: Definition) => readonly Violation[] {
  const placed = definitions.flatMap((definition, at) => {
    const document = { path: definition.report.path, revision: files[at]?.text ?? '' };
    return definition.readResult.workflows.map((workflow) => ({ definition, document, workflow }));
  });
  const { clashes } = orderVersions(placed);
  return (definition) =>
    [...clashes].flatMap(([each, warning]) => (each.definition === definition ? [warning] : []));
}

/** Names are unique across all files or qualified by their domain, so that a reference is never ambiguous. */
function namesakes({ readResult }: Definition, before: readonly Definition[]): readonly Violation[] {
  return readResult.workflows.flatMap(({ name, series, line, column }) => {
    // Versions of one workflow share its name.
    const other = before.find((definition) =>
      definition.readResult.workflows.some(
        (each) => each.name === name && (series === undefined || each.series !== series),
      ),
    );
    if (other === undefined) return [];
    return [
      {
        path: name,
        rule: 'duplicate-workflow',
        message: `The workflow “${name}” is also defined in ${other.report.path}.`,
        expected: 'a unique name',
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
