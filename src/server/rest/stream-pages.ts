/**
 * What an operation gives page by page, as one document that is written as it is taken [F5.2]. What is refused is refused
 * before it begins; whatever goes wrong later breaks it off, so that nobody takes a part for the whole.
 */
import { inputMismatch, OperationError } from '../../operations/index.ts';
import type { AuthenticatedContext } from '../http/request-context.ts';
import { streamText } from '../http/stream-text.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import type { RestPages, RestRoute } from './rest-routes.ts';

export interface PagedAnswer {
  readonly route: Pick<RestRoute, 'operation'>;
  readonly pages: RestPages;
  readonly context: AuthenticatedContext;
  readonly input: JsonObject;
  readonly call: (input: JsonObject) => Promise<JsonObject>;
}

/** Throws OperationError. */
export async function streamPages({ route, pages, context, input, call }: PagedAnswer): Promise<Response> {
  const { operation } = route;
  if (input[pages.inputField] !== undefined) throw inputMismatch(operation, [wholeOnly(pages.inputField)]);
  const first = await call(input);
  // It may take long, and there may be only so many that do.
  context.markLongLived();
  const { signal } = context.request;
  const callNext = async (asked: JsonObject): Promise<JsonObject> => {
    try {
      return await call(asked);
    } catch (error) {
      if (error instanceof OperationError) context.note({ operation, code: error.details.code });
      throw error;
    }
  };
  async function* textOf(): AsyncGenerator<string, void, undefined> {
    for (let page = first; ; ) {
      yield String(page[pages.textField]);
      const next = page[pages.answerField] ?? null;
      if (next === null || signal.aborted) return;
      page = await callNext({ ...input, [pages.inputField]: next });
    }
  }
  return new Response(
    streamText(textOf(), () => {}),
    { headers: { 'content-type': `${pages.type}; charset=utf-8`, 'cache-control': 'no-store' } },
  );
}

const wholeOnly = (name: string) => ({
  path: name,
  rule: 'unknown-parameter',
  message: `There is no parameter “${name}”: the document comes in one.`,
  expected: 'nothing',
  actual: name,
});
