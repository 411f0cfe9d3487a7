/** Reads a definition of any language: its workflows and every error in it. */
import type { Evaluators } from '../kernel/index.ts';
import {
  createYawlLanguage,
  graphLanguage,
  guideLanguage,
  type Language,
  type Parameter,
  type ReadEnvironment,
  type ReadResult,
  type SourceFile,
  type Violation,
} from '../languages/index.ts';
import { openQueryEngine } from '../runtime/index.ts';
import { isXml } from './is-xml.ts';

/** Starts with the first query and does not keep the process alive. */
const queries = openQueryEngine();

/** XML documentation and prompts of guides may contain the text “workflows”: these languages are tried first. */
const languages: readonly Language[] = [createYawlLanguage(queries), guideLanguage, graphLanguage];

/** The expression languages of all programs. */
export const evaluators: Evaluators = Object.fromEntries(
  languages.flatMap((language) => Object.entries(language.evaluators)),
);

export const findLanguage = (id: string): Language | undefined => languages.find((each) => each.id === id);

/** Report on one file, whatever its language. */
export interface FileReport {
  readonly path: string;
  /** Null if no language was recognised. */
  readonly language: string | null;
  readonly valid: boolean;
  readonly workflows: readonly WorkflowReport[];
  readonly violations: readonly Violation[];
  readonly warnings: readonly Violation[];
}

export interface WorkflowReport {
  readonly name: string;
  readonly valid: boolean;
  readonly description: string;
  readonly parameters: readonly ParameterReport[];
  readonly line: number;
  readonly column: number;
}

/** `type` as the author wrote it. */
export type ParameterReport = Omit<Parameter, 'type' | 'typeName' | 'shape'> & { readonly type: string };

export interface Definition {
  readonly report: FileReport;
  /** Null if no language recognises the text. */
  readonly language: Language | null;
  readonly readResult: ReadResult;
}

/** Whether a text is meant to contain workflows. */
export function isDefinition(file: SourceFile): boolean {
  return !isTestCases(file) && languages.some((language) => language.recognises(file));
}

export function readDefinition(file: SourceFile, environment: ReadEnvironment): Definition {
  const language = isTestCases(file) ? undefined : languages.find((each) => each.recognises(file));
  if (language === undefined) {
    const violations = [unknownLanguage(file)];
    const readResult: ReadResult = { language: '', workflows: [], violations, warnings: [] };
    return { report: reportOf(file.path, null, violations), language: null, readResult };
  }
  const readResult = language.read(file, environment);
  const { violations, warnings, workflows } = readResult;
  return {
    language,
    readResult,
    report: {
      ...reportOf(file.path, language.id, violations),
      warnings,
      workflows: workflows.map(({ name, program, description, parameters, line, column }) => ({
        line,
        column,
        name,
        valid: program !== null,
        description,
        parameters: parameters.map(({ type, typeName, shape, ...rest }) => ({ ...rest, type: typeName })),
      })),
    },
  };
}

/** Report on a file without workflows. */
export function reportOf(
  path: string,
  language: string | null,
  violations: readonly Violation[],
): FileReport {
  return { path, language, valid: violations.length === 0, workflows: [], violations, warnings: [] };
}

/** An error that concerns the whole file. */
export function wholeFile(mistake: Pick<Violation, 'rule' | 'message' | 'expected' | 'actual'>): Violation {
  return { path: '', ...mistake, line: 1, column: 1, endLine: 1, endColumn: 1, suggestion: null };
}

/** A file of test cases names the file of its workflows and would otherwise be recognised as one. */
export function isTestCases({ text }: SourceFile): boolean {
  return !isXml(text) && /^\ufeff?(?:\{\s*)?["']?cases["']?\s*:/m.test(text.slice(0, 1_000_000));
}

function unknownLanguage(file: SourceFile): Violation {
  const expected = 'a document with the key “workflows”, or a guide with “id” and “steps”';
  if (isTestCases(file)) {
    const message = 'This file contains test cases. They are checked when they run, with their workflows.';
    return wholeFile({ rule: 'unknown-language', message, expected, actual: 'a document with “cases”' });
  }
  return wholeFile({
    rule: 'unknown-language',
    message: `No workflow language is recognised in this file. Expected: ${expected}.`,
    expected,
    actual: file.text.trim() === '' ? 'an empty file' : 'something else',
  });
}
