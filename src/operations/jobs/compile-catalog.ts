/**
 * Compiles the document of an API into the files of a version of its catalog, and compares it with the version before. The
 * main process reads none of the documents.
 */
import {
  type CatalogDifference,
  type CatalogFormat,
  type CatalogIndex,
  type ComparedCommand,
  type CompiledCatalog,
  type CompileResult,
  compareCatalogs,
  compileGraphql,
  compileOpenApi,
  DocumentError,
  type DocumentProblem,
  describeComparison,
} from '../../catalogs/index.ts';
import { type FetchedDocuments, readApiFile, readApiText } from '../../connectors/index.ts';
import type { Json } from '../../kernel/index.ts';
import { partOf } from '../../languages/index.ts';
import { openVersion, writeVersion } from '../catalog-store/version-files.ts';

export interface CompileInput {
  /** The path of a file, an address, or the name of a text in `fetched`. */
  readonly main: string;
  readonly fetched: FetchedDocuments;
  /** The files of the version before, without their endings; null if there is none. */
  readonly before: string | null;
  /** Where the files are written, without their endings. */
  readonly draft: string;
}

export type CompileOutput =
  | { readonly kind: 'missing'; readonly addresses: readonly string[] }
  | {
      readonly kind: 'problems';
      readonly format: CatalogFormat | 'unknown';
      readonly problems: readonly DocumentProblem[];
    }
  | {
      readonly kind: 'catalog';
      readonly index: CatalogIndex;
      readonly hash: string;
      readonly bytes: number;
      /** Null if there is no version before. */
      readonly difference: CatalogDifference | null;
    };

export function compileCatalog({ main, fetched, before, draft }: CompileInput): CompileOutput {
  try {
    const old = before === null ? null : openIfWhole(before);
    const compiled = compileDocument(main, fetched, old);
    if (compiled.kind !== 'catalog') return compiled;
    const { catalog, hash, bytes } = writeVersion(draft, compiled.catalog);
    const difference =
      old === null ? null : describeComparison(compareCatalogs(comparedIn(old), comparedIn(catalog)));
    return { kind: 'catalog', index: catalog.index, hash, bytes, difference };
  } catch (error) {
    const { message, position } = problemOf(error);
    const problem = { path: '$', rule: 'document_unreadable', message, ...position };
    return { kind: 'problems', format: 'unknown', problems: [problem] };
  }
}

function problemOf(error: unknown): DocumentError {
  if (error instanceof DocumentError) return error;
  // The stack is too small for it.
  if (error instanceof RangeError)
    return new DocumentError('The document is nested too deeply, or too large.');
  throw error;
}

/** Null if its files are gone or damaged: the import replaces them. */
function openIfWhole(path: string): CompiledCatalog | null {
  try {
    const opened = openVersion(path);
    for (const at of opened.index.commands.keys()) opened.detail(at);
    return opened;
  } catch {
    return null;
  }
}

function compileDocument(
  main: string,
  fetched: FetchedDocuments,
  before: CompiledCatalog | null,
): CompileResult | Extract<CompileOutput, { kind: 'missing' }> {
  const options = before === null ? {} : { previous: before.index.commands };
  const text = readApiText(main, fetched);
  if (schemaStart.test(text.slice(0, maxHead))) return compileGraphql({ kind: 'sdl', text }, options);
  const { document, missing } = readApiFile(main, fetched);
  if (missing.length > 0) return { kind: 'missing', addresses: missing };
  return isIntrospection(document)
    ? compileGraphql({ kind: 'introspection', result: document }, options)
    : compileOpenApi(document, options);
}

/** Of a text that is read to recognise it. */
const maxHead = 100_000;

/** A GraphQL schema: a description or a definition, after comments. In YAML a colon would follow. */
const schemaStart =
  /^\ufeff?(?:\s|,|#[^\n]*\n)*(?:"""|"[^"\n]*"(?!\s*:)|(?:extend\s+)?(?:schema|type|directive|scalar|interface|union|enum|input)\b(?!\s*:))/;

const isIntrospection = (document: Json): boolean =>
  partOf(document, '__schema') !== undefined || partOf(partOf(document, 'data'), '__schema') !== undefined;

const comparedIn = ({ index, detail }: CompiledCatalog): readonly ComparedCommand[] =>
  index.commands.map((entry, at) => ({ entry, detail: () => detail(at) }));
