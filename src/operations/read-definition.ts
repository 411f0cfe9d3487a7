/** A definition of whatever language, read: what it holds and every mistake in it. */
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

/** Costs nothing before the first query, and keeps nobody from ending. */
const queries = openQueryEngine();

/** Documentation inside XML may speak of workflows, and prompts of guides may: so those are asked first. */
const languages: readonly Language[] = [createYawlLanguage(queries), guideLanguage, graphLanguage];

/** What the programs of every language are computed with. */
export const evaluators: Evaluators = Object.fromEntries(
  languages.flatMap((language) => Object.entries(language.evaluators)),
);

export const findLanguage = (id: string): Language | undefined => languages.find((each) => each.id === id);

/** What there is to say of one file, whatever is in it. */
export interface FileReport {
  readonly path: string;
  /** Null where none was recognised. */
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

/** `type` as its author wrote it. */
export type ParameterReport = Omit<Parameter, 'type' | 'typeName' | 'shape'> & { readonly type: string };

export interface Definition {
  readonly report: FileReport;
  /** Null where no language recognises the text. */
  readonly language: Language | null;
  readonly readResult: ReadResult;
}

/** Whether a text is meant to hold workflows. */
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

/** Of a file that holds no workflows. */
export function reportOf(
  path: string,
  language: string | null,
  violations: readonly Violation[],
): FileReport {
  return { path, language, valid: violations.length === 0, workflows: [], violations, warnings: [] };
}

/** A mistake of the whole file. */
export function wholeFile(mistake: Pick<Violation, 'rule' | 'message' | 'expected' | 'actual'>): Violation {
  return { path: '', ...mistake, line: 1, column: 1, endLine: 1, endColumn: 1, suggestion: null };
}

/** A file of test cases names the file of its workflows, and would pass for one itself. */
export function isTestCases({ text }: SourceFile): boolean {
  return !isXml(text) && /^\ufeff?(?:\{\s*)?["']?cases["']?\s*:/m.test(text.slice(0, 1_000_000));
}

function unknownLanguage(file: SourceFile): Violation {
  const expected = 'a document with the key “workflows”, or a guide with “id” and “steps”';
  if (isTestCases(file)) {
    const message = 'These are test cases: they are checked when they are played, with their workflows.';
    return wholeFile({ rule: 'unknown-language', message, expected, actual: 'a document with “cases”' });
  }
  return wholeFile({
    rule: 'unknown-language',
    message: `No workflow language is recognised in this file: ${expected} was expected.`,
    expected,
    actual: file.text.trim() === '' ? 'an empty file' : 'something else',
  });
}
