/** Compiles queries, each text once, and reports whether a query can be computed. */
import fontoxpath from 'fontoxpath';
import { Document, type Element, serializeToWellFormedString } from 'slimdom';
import type { QueryVerdict } from '../../languages/query-engine.ts';
import { explainDynamic, isExhausted } from './explain-dynamic.ts';
import { explainStatic } from './explain-static.ts';
import { findPaths } from './find-paths.ts';
import { findUnsupported } from './find-unsupported.ts';
import { parseQuery } from './parse-query.ts';
import { goVariable, prepareQuery } from './prepare-query.ts';
import type { Refusal } from './query-refusal.ts';
import { prefixes, resolveFunctions } from './resolve-functions.ts';

export interface CompiledQuery {
  readonly verdict: QueryVerdict;
  /** The compiled expression of fontoxpath; `null` if the query is refused. */
  readonly expression: Element | null;
}

const compiled = new Map<string, CompiledQuery>();

/** Each takes some ten thousand bytes, which fontoxpath never releases. */
export const countCompiled = (): number => compiled.size;

export function compileQuery(text: string): CompiledQuery {
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const quick = compile(text, false);
  const made = quick.expression === null ? compile(text, true) : quick;
  compiled.set(text, made);
  return made;
}

/** All items of its value. Throws errors of fontoxpath. */
export function computeQuery(
  expression: Element,
  document: Document,
  at: number,
  go: boolean,
): readonly unknown[] {
  return fontoxpath.evaluateXPath(expression, document, null, { [goVariable]: go }, 14, {
    language: 'XQuery3.1',
    namespaceResolver: (prefix) => prefixes.get(prefix) ?? null,
    currentContext: at,
    xmlSerializer: { serializeToString: serializeToWellFormedString },
  });
}

const nothing = new Document();

function compile(text: string, places: boolean): CompiledQuery {
  try {
    const query = parseQuery(text, places);
    if ('message' in query) return refuse(query);
    const { root } = query;
    const names = resolveFunctions(root);
    const unsupported = findUnsupported(query, names);
    if (unsupported !== null) return refuse(unsupported);
    const paths = findPaths(root);
    prepareQuery(root, names);
    try {
      computeQuery(root, nothing, 0, false);
    } catch (error) {
      if (isExhausted(error)) throw error;
      return refuse(explainStatic(query, names, error));
    }
    // fontoxpath keeps the compiled query; the tree is not needed any more.
    root.replaceChildren();
    return { verdict: { kind: 'accepted', paths }, expression: root };
  } catch (error) {
    const message = isExhausted(error) ? 'The query is nested too deeply.' : explainDynamic(error);
    return refuse({ message, line: 1, column: 1 });
  }
}

const refuse = (refusal: Refusal): CompiledQuery => ({
  verdict: { kind: 'refused', ...refusal },
  expression: null,
});
