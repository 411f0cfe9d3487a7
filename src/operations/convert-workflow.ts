/** Converts a YAWL specification to a document of the graph language and reports what cannot be converted. */
import { convertFile, type SourceFile, type Violation } from '../languages/index.ts';
import { chooseNamed } from './choose-named.ts';
import { loadReadEnvironment, type ReadEnvironmentFiles } from './load-read-environment.ts';
import { type FileReport, readDefinition, reportOf } from './read-definition.ts';

export interface ConvertInput extends ReadEnvironmentFiles {
  readonly file: SourceFile;
  /** Null if there is only one. */
  readonly workflow: string | null;
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
  if (language !== null && language.id !== 'yawl') {
    const problem = `${file.path} is of the language “${language.id}”. Only YAWL specifications can be converted.`;
    return { kind: 'refused', problems: [problem] };
  }
  if (!report.valid || readResult.workflows.length === 0) return { kind: 'invalid', reports: [report] };
  const choice = chooseNamed(readResult.workflows, input.workflow, 'specification');
  if (choice.kind === 'refused') return choice;
  const { name } = choice.chosen;
  const conversion = convertFile(file, name, environment.services ?? null);
  if (conversion === undefined) return { kind: 'invalid', reports: [report] };
  const gaps = [...conversion.gaps, ...unsound(readResult.warnings)];
  return {
    kind: 'converted',
    workflow: name,
    text: conversion.text,
    missing: reportOf(
      file.path,
      'yawl',
      gaps.sort((a, b) => a.line - b.line || a.column - b.column),
    ),
  };
}

/** Workflows of the graph language behave differently if a net gets stuck, accumulates tokens or leaves some. */
const rules: ReadonlySet<string> = new Set(['deadlock', 'leftover', 'no-completion', 'unbounded']);

function unsound(warnings: readonly Violation[]): readonly Violation[] {
  return warnings
    .filter(({ rule }) => rules.has(rule))
    .map((warning) => ({
      ...warning,
      rule: `cannot-convert-${warning.rule}`,
      message: `${warning.message} A workflow of the graph language continues until nothing is left to do.`,
      suggestion: { text: 'Join all branches before the output condition.', edits: [] },
    }));
}
