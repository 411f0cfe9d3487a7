/** Evaluates previews and default outputs of work items, and the participants that variables name. */
import type { Compiled, Json } from '../../../kernel/index.ts';
import { defaultValueOf } from '../../xsd/default-value.ts';
import { toRecord, unfinishedMark, valueIn } from './data-document.ts';
import { compileMap, type QueryCompileContext } from './evaluate-query.ts';
import type { YawlSource } from './evaluator-source.ts';
import { tryCompute } from './try-compute.ts';

type SourceOf<D extends YawlSource['do']> = Extract<YawlSource, { readonly do: D }>;

/**
 * As YAWL skips: the input of the same name, otherwise the default, otherwise the empty value of the type. If the type
 * has none, the output is omitted.
 */
export function compileUnfinished(
  context: QueryCompileContext,
  { outputs }: SourceOf<'unfinished'>,
): Compiled {
  const input = context.resolve('$input');
  return (scope) => {
    const given = toRecord((input === undefined ? null : scope.get(input)) ?? null);
    const values = outputs.flatMap(({ name, type, default: defaultValue }): [string, Json][] => {
      const value = valueIn(given, name) ?? defaultValue ?? defaultValueOf({ type, types: context.types });
      return value === undefined ? [] : [[name, value]];
    });
    return { ...Object.fromEntries(values), [unfinishedMark]: true };
  };
}

/** The item is not started: what cannot be shown yet is reported at its start. */
export function compilePreview(context: QueryCompileContext, { fields }: SourceOf<'preview'>): Compiled {
  const maps = fields.map((source) => ({ name: source.to.name, compute: compileMap(context, source) }));
  return (scope) =>
    Object.fromEntries(
      maps.flatMap(({ name, compute }): [string, Json][] => {
        const value = tryCompute(() => compute(scope));
        return value === undefined ? [] : [[name, value]];
      }),
    );
}

export function compileParticipantNames(
  context: QueryCompileContext,
  { params }: SourceOf<'whom'>,
): Compiled {
  const variables = params.map(({ variable, refers }) => ({ refers, reference: context.resolve(variable) }));
  return (scope) => {
    const named = (wanted: 'participant' | 'role'): string[] =>
      variables.flatMap(({ refers, reference }) =>
        refers === wanted && reference !== undefined ? textsIn(scope.get(reference) ?? null) : [],
      );
    return { subjects: named('participant'), roles: named('role') };
  };
}

/** A string, or the strings in it at any depth. */
function textsIn(value: Json): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
