/** The contract of an engine for XPath and XQuery, which a language may need. */

/** Evaluates XPath and XQuery synchronously, with limits on time and size. Documents and results are XML texts. */
export interface QueryEngine {
  /** Whether this evaluator can evaluate all of the queries. */
  check(queries: readonly string[]): readonly QueryVerdict[];
  /**
   * Throws an Error if the query has no value, and a HaltedError of the kernel if it exceeds a limit of time or
   * size.
   * @param at the current time for the query, in milliseconds since 1970
   */
  evaluate(query: string, document: string, at: number): readonly QueryItem[];
}

export type QueryVerdict =
  | {
      readonly kind: 'accepted';
      /**
       * Names from the document root to the nodes that the query may read, one or two levels; null if it may read
       * any.
       */
      readonly paths: readonly (readonly string[])[] | null;
    }
  /** Line and column in the query, from 1. */
  | { readonly kind: 'refused'; readonly message: string; readonly line: number; readonly column: number };

export interface QueryItem {
  /** A node as XML; an attribute or an atomic value as its text. */
  readonly kind: 'element' | 'text' | 'attribute' | 'atomic';
  readonly text: string;
}
