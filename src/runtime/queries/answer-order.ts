/** Answers an order, whatever it is: a query that fails is an answer, too. */
import { compileQuery } from './compile-query.ts';
import { evaluateQuery } from './evaluate-query.ts';
import type { QueryOrder, QueryReply } from './query-order.ts';

export function answerOrder(order: QueryOrder): QueryReply {
  if (order.kind === 'evaluate') return evaluateQuery(order);
  const verdicts = order.queries.map((text) => {
    const { verdict } = compileQuery(text);
    return verdict;
  });
  return { kind: 'checked', verdicts };
}
