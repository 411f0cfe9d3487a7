/** Reads a definition of any language: its workflows and every error in it. */
import type {
  Language,
  Parameter,
  ReadEnvironment,
  ReadResult,
  SourceFile,
  Violation,
} from '../../languages/index.ts';
import { findLanguage, languages } from '../language-lists/languages.ts';
import { wholeFile } from '../language-lists/whole-file.ts';
import { isXml } from './is-xml.ts';

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
    return definitionOf(file.path, { language: '', workflows: [], violations, warnings: [] });
  }
  return definitionOf(file.path, withoutLargePrograms(language.read(file, environment)));
}

/** A program is parsed and linked by the main process, at once. In characters of JSON. */
const maxProgramLength = 4 * 1024 * 1024;

function withoutLargePrograms(readResult: ReadResult): ReadResult {
  const large = readResult.workflows.filter(
    ({ program }) => program !== null && JSON.stringify(program).length > maxProgramLength,
  );
  if (large.length === 0) return readResult;
  return {
    ...readResult,
    workflows: readResult.workflows.map((workflow) =>
      large.includes(workflow) ? { ...workflow, program: null } : workflow,
    ),
    violations: [...readResult.violations, ...large.map(tooLarge)],
  };
}

const tooLarge = ({ name, line, column }: ReadResult['workflows'][number]): Violation => ({
  ...wholeFile({
    rule: 'limit',
    message: `The workflow “${name}” is too large: compiled, it has more than ${maxProgramLength / 1024 / 1024} million characters. Split it into workflows that call each other, or shorten its expressions.`,
    expected: `at most ${maxProgramLength / 1024 / 1024} million characters`,
    actual: 'more',
  }),
  line,
  column,
  endLine: line,
  endColumn: column,
});

/** @param path of the file that was read */
export function definitionOf(path: string, readResult: ReadResult): Definition {
  const { violations, warnings, workflows } = readResult;
  const language = findLanguage(readResult.language) ?? null;
  return {
    language,
    readResult,
    report: {
      ...reportOf(path, language?.id ?? null, violations),
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

/** A file of test cases names the file of its workflows and would otherwise be recognised as one. */
export function isTestCases({ text }: SourceFile): boolean {
  return !isXml(text) && /^\ufeff?(?:\{\s*)?["']?cases["']?\s*:/m.test(text.slice(0, 1_000_000));
}

function unknownLanguage(file: SourceFile): Violation {
  const expected = languages
    .flatMap(({ looksLike }) => looksLike ?? [])
    .toReversed()
    .join(', or ');
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
