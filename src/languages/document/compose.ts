/** Parses a text into nodes of the YAML package, within limits: a text that is too big or too deep is not composed. */
import { Composer, CST, type ErrorCode, Lexer, type ParsedNode, Parser } from 'yaml';

/** Length in UTF-16 code units. */
export const maxTextLength = 1_048_576;
export const maxNestingDepth = 64;
export const maxDocumentNodes = 100_000;

export type Composed =
  | { readonly kind: 'composed'; readonly contents: ParsedNode | null; readonly errors: readonly RawError[] }
  | {
      readonly kind: 'beyond';
      readonly limit: 'length' | 'depth' | 'nodes';
      readonly offset: number;
    };

export interface RawError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

type Token = Parser['stack'][number];

/** Token types with which the lexer starts a value that has no mark before it: a quote, a bracket, an alias, a dash. */
const startsNode = /^(?:["'[{*]|-$)/;
/** All token types of the lexer, including whitespace and comments. */
const maxLexemes = 400_000;
/** More errors than this are not reported. */
const maxErrors = 1000;

export function compose(text: string): Composed {
  if (text.length > maxTextLength) return { kind: 'beyond', limit: 'length', offset: maxTextLength };
  const parser = new Parser();
  const tokens: Token[] = [];
  let nodes = 0;
  let lexemes = 0;
  let parts = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      if (token.type === 'error' || token.type === 'document') parts += 1;
    }
    // Stops at the first structure that does not fit together.
    if (parts > maxErrors) break;
    // The stack contains the document and the open collections.
    if (parser.stack.length > maxNestingDepth + 2) {
      return { kind: 'beyond', limit: 'depth', offset: parser.offset - lexeme.length };
    }
    lexemes += 1;
    if (lexeme === CST.SCALAR || startsNode.test(lexeme)) nodes += 1;
    if (nodes > maxDocumentNodes || lexemes > maxLexemes)
      return { kind: 'beyond', limit: 'nodes', offset: parser.offset };
  }
  for (const token of parser.end()) tokens.push(token);
  return composeTokens(tokens, text.length);
}

function composeTokens(tokens: readonly Token[], length: number): Composed {
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    // Both happen when the nodes are located: with positions, and in linear time.
    merge: false,
    uniqueKeys: false,
    resolveKnownTags: false,
    logLevel: 'silent',
  });
  const errors: RawError[] = [];
  const recordError = (error: RawError) => {
    if (errors.length < maxErrors) errors.push(error);
  };
  // The package creates an exception with a stack for each error, although it never throws it. A text with very many
  // errors would take half a minute.
  Object.assign(composer, {
    onError(place: ErrorPosition, code: ErrorCode, message: string, warning?: boolean) {
      if (warning !== true) recordError({ code, message, ...spanOfPosition(place) });
    },
  });
  let contents: ParsedNode | null | undefined;
  for (const document of composer.compose(tokens, true, length)) {
    if (contents === undefined) {
      contents = document.contents as ParsedNode | null;
    } else {
      const [start, end] = document.range;
      recordError({ code: 'MULTIPLE_DOCS', message: '', start, end: Math.max(start, end) });
    }
    for (const { code, message, pos } of document.errors)
      recordError({ code, message, start: pos[0], end: pos[1] });
  }
  return { kind: 'composed', contents: contents ?? null, errors };
}

type ErrorPosition = number | readonly number[] | { readonly offset: number; readonly source?: string };

function spanOfPosition(place: ErrorPosition) {
  if (typeof place === 'number') return { start: place, end: place + 1 };
  if ('offset' in place) return { start: place.offset, end: place.offset + (place.source?.length ?? 1) };
  const [start = 0, end = start + 1] = place;
  return { start, end };
}
