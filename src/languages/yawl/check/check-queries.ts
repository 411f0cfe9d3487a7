/** Checks that the queries of a specification can be evaluated. It asks for all of them at once. */
import type { QueryEngine, QueryVerdict } from '../../query-engine.ts';
import { parsePredicate, timedTasksOf, timerStates } from '../model/parse-predicate.ts';
import type { YawlQuery, YawlTask } from '../model/schema.ts';
import { shorten } from '../model/shorten.ts';
import { type CheckContext, fault } from './check-context.ts';
import type { NetElements, TaskElement } from './net-elements.ts';
import { type QueryUse, queriesOf } from './queries-of.ts';
import { spanInQuery } from './span-in-query.ts';

/** By the text that is evaluated: for a predicate the result of `parsePredicate`, otherwise the text as written. */
export type CheckedQueries = ReadonlyMap<string, QueryVerdict>;

export function checkQueries(context: CheckContext, queries: QueryEngine): CheckedQueries {
  const uses = context.nets.flatMap(queriesOf);
  const texts = [...new Set(uses.filter(isQuery).map(({ computed }) => computed))];
  const verdicts = texts.length === 0 ? [] : queries.check(texts);
  const checked = new Map(texts.flatMap((text, index) => entryOf(text, verdicts[index])));
  for (const use of uses) reportUse(use, checked, context);
  for (const elements of context.nets) checkTimerPredicates(elements, context);
  return checked;
}

const entryOf = (text: string, verdict: QueryVerdict | undefined): [string, QueryVerdict][] =>
  verdict === undefined ? [] : [[text, verdict]];

/** Calls of plug-ins, which the parser has refused. */
const externalPrefix = '#external:';

const isEmpty = ({ query }: QueryUse): boolean => query.text.trim() === '';
const isExternal = ({ query }: QueryUse): boolean => query.text.trimStart().startsWith(externalPrefix);
const isQuery = (use: QueryUse): boolean => !isEmpty(use) && !isExternal(use);

function reportUse(use: QueryUse, checked: CheckedQueries, { violations }: CheckContext): void {
  const { element, query, computed, shift, param } = use;
  const opening = `${element.label}(id= ${element.id})`;
  if (isEmpty(use)) {
    fault(violations, query.at, {
      rule: 'empty-query',
      message: `${opening} the XQuery for param [${param}] cannot be equal to null or the empty string.`,
      expected: 'XPath or XQuery',
      actual: 'nothing',
    });
    return;
  }
  const verdict = checked.get(computed);
  if (verdict?.kind !== 'refused') return;
  const column = verdict.line === 1 ? Math.max(1, verdict.column - shift) : verdict.column;
  const span = spanInQuery(violations.source, query, verdict.line, column);
  fault(
    violations,
    { span, path: query.at.path },
    {
      rule: 'query-refused',
      message: `${opening} the XQuery could not be successfully parsed. [${verdict.message}]`,
      expected: 'XPath or XQuery that is supported',
      actual: shorten(query.text),
    },
  );
}

function checkTimerPredicates(elements: NetElements, context: CheckContext): void {
  const timed = timedTasksOf(elements.net);
  for (const element of elements.tasks) {
    if (element.task.split === 'and') continue;
    for (const { predicate } of element.task.flows)
      if (predicate !== null) checkTimerPredicate(timed, element, predicate, context);
  }
}

function checkTimerPredicate(
  timed: ReadonlyMap<string, YawlTask>,
  { label, id }: TaskElement,
  { text, at }: YawlQuery,
  { violations }: CheckContext,
): void {
  const parsed = parsePredicate(text);
  if (parsed.kind === 'malformed')
    fault(violations, at, {
      rule: 'malformed-timer-predicate',
      message: `${label}(id= ${id}) Malformed timer predicate: ${shorten(text.trim())}`,
      expected: `timer(Name of a task) = 'state' or != 'state', with the state ${timerStates.join(', ')}`,
      actual: shorten(text.trim()),
    });
  if (parsed.kind === 'timer' && !timed.has(parsed.task))
    fault(violations, at, {
      rule: 'unknown-timer',
      message: `${label}(id= ${id}) Unable to find timer state for task named in predicate: ${shorten(text.trim())}`,
      expected: 'the name of a task of this net that has a timer',
      actual: parsed.task,
    });
}
