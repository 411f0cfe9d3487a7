/** Reads the operations that an API offers from its OpenAPI document. */
import { findOperation, readOpenApi } from '../../catalogs/index.ts';
import type { Json } from '../../expression/index.ts';
import {
  type ConnectorOperations,
  parseDocument,
  type SourceFile,
  toJson,
  type Violation,
} from '../../languages/index.ts';
import { wholeFile } from '../language-lists/whole-file.ts';
import { type FileReport, reportOf } from './read-definition.ts';

export type ApiReadResult =
  | { readonly kind: 'operations'; readonly operations: ConnectorOperations | null }
  | { readonly kind: 'invalid'; readonly report: FileReport };

/** @param file null if it is not known what can be called */
export function readApi(file: SourceFile | null): ApiReadResult {
  if (file === null) return { kind: 'operations', operations: null };
  const parsed = parse(file);
  if (parsed.kind === 'violations') return invalid(file, parsed.violations);
  const readResult = readOpenApi(parsed.document);
  if (readResult.kind === 'problem') {
    const mistake = { rule: 'openapi', expected: 'an OpenAPI document', actual: 'something else' };
    return invalid(file, [wholeFile({ ...mistake, message: readResult.message })]);
  }
  const { operations } = readResult;
  return {
    kind: 'operations',
    operations: {
      names: operations.map(({ name }) => name),
      find: (name) => findOperation(operations, name),
    },
  };
}

function invalid(file: SourceFile, violations: readonly Violation[]): ApiReadResult {
  return { kind: 'invalid', report: reportOf(file.path, 'openapi', violations) };
}

type Parsed =
  | { readonly kind: 'document'; readonly document: Json }
  | { readonly kind: 'violations'; readonly violations: readonly Violation[] };

function parse(file: SourceFile): Parsed {
  // Nothing refers to positions in an API document. Valid JSON needs no positions and may be large.
  const plain = parseJson(file.text);
  if (plain !== undefined) return { kind: 'document', document: plain };
  const { root, violations } = parseDocument(file);
  if (violations.length > 0) return { kind: 'violations', violations };
  return { kind: 'document', document: root === null ? null : toJson(root) };
}

function parseJson(text: string): Json | undefined {
  if (!/^\ufeff?\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as Json;
  } catch {
    return undefined;
  }
}
