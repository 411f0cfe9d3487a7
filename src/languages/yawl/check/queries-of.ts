/** Lists every query of a net, with its purpose. */

import { parseBound } from '../model/parse-bound.ts';
import { parsePredicate, predicateShift } from '../model/parse-predicate.ts';
import type { YawlQuery, YawlTask } from '../model/schema.ts';
import type { NetElements, TaskElement } from './net-elements.ts';

export interface QueryUse {
  readonly element: TaskElement;
  /** As written. */
  readonly query: YawlQuery;
  /** The text to evaluate. */
  readonly computed: string;
  /** Column offset of the written text in the first line of the evaluated text. */
  readonly shift: number;
  /** The parameter or variable that receives the result, or another purpose. */
  readonly param: string;
}

export function queriesOf({ tasks }: NetElements): readonly QueryUse[] {
  return tasks.flatMap((element) => [
    ...predicatesOf(element),
    ...namedQueriesOf(element.task).map(([param, query]) => ({
      element,
      query,
      computed: query.text,
      shift: 0,
      param,
    })),
  ]);
}

/** Predicates of an AND-split have no effect. */
function predicatesOf(element: TaskElement): readonly QueryUse[] {
  if (element.task.split === 'and') return [];
  return element.task.flows.flatMap(({ predicate, to }) => {
    const parsed = predicate === null ? null : parsePredicate(predicate.text);
    if (predicate === null || parsed?.kind !== 'query') return [];
    const computed = predicate.text.trim() === '' ? predicate.text : parsed.query;
    return [{ element, query: predicate, computed, shift: predicateShift, param: to }];
  });
}

function namedQueriesOf(task: YawlTask): readonly (readonly [string, YawlQuery])[] {
  const { starting, completed, enablement, multiple } = task;
  const mappings = [...starting, ...completed, ...enablement].map(({ to, query }) => [to, query] as const);
  if (multiple === null) return mappings;
  const bounds = [
    ['minimum', multiple.minimum],
    ['maximum', multiple.maximum],
    ['threshold', multiple.threshold],
  ] as const;
  const { input, output } = multiple;
  return [
    ...mappings,
    ...bounds.filter(([, { text }]) => parseBound(text) === null),
    ...(input === null ? [] : [[input.formal.name, input.expression] as const]),
    ...(input === null ? [] : [['splittingExpression', input.splitting] as const]),
    ...(output === null ? [] : [[output.variable.name, output.formal] as const]),
    ...(output === null ? [] : [['outputJoiningExpression', output.joining] as const]),
  ];
}
