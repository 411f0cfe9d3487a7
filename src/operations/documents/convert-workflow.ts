/** Converts a document to another language and reports what cannot be converted. */
import type { SourceFile } from '../../languages/index.ts';
import { findLanguage, languages } from '../language-lists/languages.ts';
import { chooseNamed } from './choose-named.ts';
import { loadReadEnvironment, type ReadEnvironmentFiles } from './load-read-environment.ts';
import { type FileReport, readDefinition, reportOf } from './read-definition.ts';

export interface ConvertInput extends ReadEnvironmentFiles {
  readonly file: SourceFile;
  /** Null if there is only one. */
  readonly workflow: string | null;
  /** Id of the language. */
  readonly to: string;
}

export type ConvertResult =
  | {
      readonly kind: 'converted';
      readonly workflow: string;
      /** The document. Its comments mark what is missing. */
      readonly text: string;
      /** What cannot be converted, with its location in the specification. */
      readonly missing: FileReport;
    }
  | { readonly kind: 'invalid'; readonly reports: readonly FileReport[] }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

export function convertWorkflow(input: ConvertInput): ConvertResult {
  const { file } = input;
  const { environment, invalid } = loadReadEnvironment(input);
  if (invalid.length > 0) return { kind: 'invalid', reports: invalid };
  const { language, readResult, report } = readDefinition(file, environment);
  const conversion = language?.workflows?.conversions?.[input.to];
  const target = findLanguage(input.to);
  if (language !== null && conversion === undefined) {
    const problem = `${file.path} is of the language “${language.id}”, which cannot be converted to “${input.to}”. ${possible(input.to)}`;
    return { kind: 'refused', problems: [problem] };
  }
  if (
    conversion === undefined ||
    target === undefined ||
    !report.valid ||
    readResult.workflows.length === 0
  ) {
    return { kind: 'invalid', reports: [report] };
  }
  const choice = chooseNamed(readResult.workflows, input.workflow, conversion.noun);
  if (choice.kind === 'refused') return choice;
  const { name } = choice.chosen;
  const { services = null } = environment;
  const converted = conversion.convert({
    file,
    workflow: name,
    services,
    read: (each, within) => target.read(each, within),
    warnings: readResult.warnings,
  });
  if (converted === undefined) return { kind: 'invalid', reports: [report] };
  const gaps = converted.gaps.toSorted((a, b) => a.line - b.line || a.column - b.column);
  return {
    kind: 'converted',
    workflow: name,
    text: converted.text,
    missing: reportOf(file.path, readResult.language, gaps),
  };
}

function possible(to: string): string {
  const from = languages.filter(({ workflows }) => workflows?.conversions?.[to] !== undefined);
  return `These languages can: ${from.map(({ id }) => id).join(', ') || 'none'}.`;
}
