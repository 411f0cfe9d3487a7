/** Evaluates the data of multiple-instance tasks: splits it before, joins it after. */
import type { Compiled, Json } from '../../../kernel/index.ts';
import { toRecord, valueIn } from './data-document.ts';
import { compileQuery, parseElement, type QueryCompileContext, readResult } from './evaluate-query.ts';
import type { YawlSource } from './evaluator-source.ts';

type SourceOf<D extends YawlSource['do']> = Extract<YawlSource, { readonly do: D }>;

/** What `collect` stores for an instance. */
export const pieceKey = 'piece';
export const outputsKey = 'outputs';

export function compileSplit(context: QueryCompileContext, source: SourceOf<'split'>): Compiled {
  const { splitting, to } = source;
  const ask = compileQuery(context, source);
  return (scope) => {
    const [whole] = ask(scope);
    if (whole?.kind !== 'element') throw new Error('The value to split into instances is not an element.');
    return context.queries
      .evaluate(splitting, whole.text, scope.at)
      .filter(({ kind, text }) => kind !== 'text' || text.trim() !== '')
      .map((item) => readResult([item], to, context.types, scope.effort));
  };
}

export function compilePiece(context: QueryCompileContext, source: SourceOf<'piece'>): Compiled {
  const ask = compileQuery(context, source);
  return (scope) => {
    const items = ask(scope);
    for (const { kind, text } of items) if (kind === 'element') parseElement(text);
    return items
      .filter(({ kind }) => kind === 'element')
      .map(({ text }) => text)
      .join('');
  };
}

export function compileJoin(context: QueryCompileContext, { query, root, to }: SourceOf<'join'>): Compiled {
  const output = context.resolve('$output');
  return (scope) => {
    const results = (output === undefined ? null : scope.get(output)) ?? null;
    const pieces = (Array.isArray(results) ? results : []).map((result) => toRecord(result)[pieceKey]);
    const texts = pieces.filter((piece) => typeof piece === 'string');
    const items = context.queries.evaluate(query, `<${root}>${texts.join('')}</${root}>`, scope.at);
    return readResult(items, to, context.types, scope.effort);
  };
}

export function compileLast(context: QueryCompileContext, { variable }: SourceOf<'last'>): Compiled {
  const last = context.resolve('$last');
  return (scope): Json => {
    const result = (last === undefined ? null : scope.get(last)) ?? null;
    return valueIn(toRecord(toRecord(result)[outputsKey] ?? null), variable) ?? null;
  };
}
