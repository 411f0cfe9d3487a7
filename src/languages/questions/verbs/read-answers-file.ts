/** Reads the answers of a file: a map of questions to values, in YAML or JSON. */
import type { SourceFile } from '../../../operations/index.ts';
import { findEntry } from '../../document/located.ts';
import { parseDocument } from '../../document/parse-document.ts';
import { positionAt } from '../../document/source-text.ts';

export interface AnswersFile {
  readonly path: string;
  readonly values: { readonly [question: string]: string | number | boolean };
  /** Line and column of an answer, from 1; `undefined` if the file has none. */
  readonly find: (question: string) => { readonly line: number; readonly column: number } | undefined;
}

/** @param report receives each error; then the values are incomplete */
export function readAnswersFile(file: SourceFile, report: (problem: string) => void): AnswersFile {
  const { path } = file;
  const document = parseDocument(file);
  const { root, violations } = document;
  const reportAt = (start: number, problem: string): void => {
    const { line, column } = positionAt(document, start);
    report(`${path}:${line}:${column}: ${problem}`);
  };
  for (const { line, column, message } of violations) report(`${path}:${line}:${column}: ${message}`);
  const values = new Map<string, string | number | boolean>();
  if (root?.kind === 'map') {
    for (const { key, keySpan, value } of root.entries) {
      if (value.kind === 'scalar' && value.value !== null) values.set(key, value.value);
      // The value is not quoted: it could be a secret.
      else reportAt(keySpan.start, `The answer of “${key}” must be a text, a number, true or false.`);
    }
  } else if (violations.length === 0) {
    reportAt(root?.span.start ?? 0, 'The file must hold answers by question, such as region: fsn1.');
  }
  const find = (question: string) => {
    const entry = root?.kind === 'map' ? findEntry(root, question) : undefined;
    return entry === undefined ? undefined : positionAt(document, entry.keySpan.start);
  };
  return { path, values: Object.fromEntries(values), find };
}
