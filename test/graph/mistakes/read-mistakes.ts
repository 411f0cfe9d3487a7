/** Reads the test documents with errors, each with the list of expected violations. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { findOperation, readOpenApi } from '../../../src/catalogs/index.ts';
import { graphLanguage } from '../../../src/languages/graph/index.ts';
import type { ConnectorOperations, ReadResult, Violation } from '../../../src/languages/index.ts';

export type ExpectedViolation = Pick<Violation, 'rule' | 'line' | 'column' | 'path'>;

/** A document of the table. */
export interface MistakenFile {
  readonly file: string;
  readonly text: string;
  readonly operations: ConnectorOperations | null;
  readonly violations: readonly ExpectedViolation[];
  readonly warnings: readonly ExpectedViolation[];
}

export interface MistakeTable {
  readonly files: readonly MistakenFile[];
  /** Rules and reasons. */
  readonly unprovoked: Readonly<Record<string, string>>;
  readonly unrepaired: Readonly<Record<string, string>>;
  readonly placeless: readonly string[];
}

interface WrittenFile {
  readonly file: string;
  readonly api?: string;
  readonly lineBreaks?: 'CRLF';
  readonly violations?: readonly ExpectedViolation[];
  readonly warnings?: readonly ExpectedViolation[];
}

interface WrittenTable extends Omit<MistakeTable, 'files'> {
  readonly files: readonly WrittenFile[];
}

const textOf = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

export function readMistakes(): MistakeTable {
  const table: WrittenTable = parse(textOf('mistakes.yaml'));
  return { ...table, files: table.files.map(readFile) };
}

function readFile({ file, api, lineBreaks, violations = [], warnings = [] }: WrittenFile): MistakenFile {
  const written = textOf(file);
  return {
    file,
    text: lineBreaks === 'CRLF' ? written.replaceAll('\n', '\r\n') : written,
    operations: api === undefined ? null : operationsOf(api),
    violations,
    warnings,
  };
}

function operationsOf(api: string): ConnectorOperations {
  const readResult = readOpenApi(parse(textOf(api)));
  if (readResult.kind === 'problem') throw new Error(readResult.message);
  const { operations } = readResult;
  return {
    names: operations.map(({ name }) => name),
    find: (name) => findOperation(operations, name),
  };
}

export const readAgain = ({ file, operations }: MistakenFile, text: string): ReadResult =>
  graphLanguage.read({ path: file, text }, { operations });
