/** Answers a request of any kind. A query that fails is an answer, too. */
import { compileQuery } from './compile-query.ts';
import { evaluateQuery } from './evaluate-query.ts';
import type { QueryReply, QueryRequest } from './query-request.ts';

export function answerRequest(request: QueryRequest): QueryReply {
  if (request.kind === 'evaluate') return evaluateQuery(request);
  const verdicts = request.queries.map((text) => {
    const { verdict } = compileQuery(text);
    return verdict;
  });
  return { kind: 'checked', verdicts };
}
