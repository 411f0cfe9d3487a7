/** What work items show and give without anybody's answer, and whom variables name. */
import type { Compiled, Json } from '../../kernel/index.ts';
import { defaultOf } from '../xsd/stand-in-value.ts';
import { attempt } from './attempt.ts';
import { recordOf, unfinishedMark, valueIn } from './data-document.ts';
import { type Bench, compileMap } from './evaluate-query.ts';
import type { YawlSource } from './evaluator-source.ts';

type SourceOf<D extends YawlSource['do']> = Extract<YawlSource, { readonly do: D }>;

/**
 * As YAWL skips: what came in under the same name, else the default, else what its type has for nothing. A type that has
 * nothing for that leaves the output out: nobody is there who could be asked for it.
 */
export function compileUnfinished(bench: Bench, { outputs }: SourceOf<'unfinished'>): Compiled {
  const input = bench.resolve('$input');
  return (scope) => {
    const given = recordOf((input === undefined ? null : scope.get(input)) ?? null);
    const values = outputs.flatMap(({ name, type, default: usual }): [string, Json][] => {
      const value = valueIn(given, name) ?? usual ?? defaultOf({ type, types: bench.types });
      return value === undefined ? [] : [[name, value]];
    });
    return { ...Object.fromEntries(values), [unfinishedMark]: true };
  };
}

/** Nobody has started it: what cannot be shown yet is told when somebody does. */
export function compilePreview(bench: Bench, { fields }: SourceOf<'preview'>): Compiled {
  const maps = fields.map((source) => ({ name: source.to.name, compute: compileMap(bench, source) }));
  return (scope) =>
    Object.fromEntries(
      maps.flatMap(({ name, compute }): [string, Json][] => {
        const value = attempt(() => compute(scope));
        return value === undefined ? [] : [[name, value]];
      }),
    );
}

export function compileWhom(bench: Bench, { params }: SourceOf<'whom'>): Compiled {
  const variables = params.map(({ variable, refers }) => ({ refers, reference: bench.resolve(variable) }));
  return (scope) => {
    const named = (wanted: 'participant' | 'role'): string[] =>
      variables.flatMap(({ refers, reference }) =>
        refers === wanted && reference !== undefined ? textsIn(scope.get(reference) ?? null) : [],
      );
    return { subjects: named('participant'), roles: named('role') };
  };
}

/** A text, or however deep the texts in it are. */
function textsIn(value: Json): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
