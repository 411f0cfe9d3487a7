/** The real query engine with a cache: random cases repeat the same queries. */

import type { QueryEngine, QueryItem } from '../../../src/languages/query-engine.ts';
import { createYawlLanguage } from '../../../src/languages/yawl/index.ts';
import { openQueryEngine } from '../../../src/runtime/index.ts';

function cacheQueries(engine: QueryEngine): QueryEngine {
  const answers = new Map<string, readonly QueryItem[]>();
  const verdicts = new Map<string, ReturnType<QueryEngine['check']>[number]>();
  return {
    check(queries) {
      const unknown = queries.filter((query) => !verdicts.has(query));
      for (const [at, verdict] of engine.check(unknown).entries()) verdicts.set(unknown[at] ?? '', verdict);
      return queries.flatMap((query) => verdicts.get(query) ?? []);
    },
    evaluate(query, document, at) {
      const question = `${query}\n${document}`;
      const answer = answers.get(question) ?? engine.evaluate(query, document, at);
      answers.set(question, answer);
      return answer;
    },
  };
}

/** Many cases run in one turn. */
export const language = createYawlLanguage(
  cacheQueries(openQueryEngine({ turnMs: Number.POSITIVE_INFINITY })),
);
