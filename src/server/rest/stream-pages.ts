/**
 * Streams the pages of an operation as one document [F5.2]. Refusals come before the stream begins; a later error
 * cuts it off, so that a part is not mistaken for the whole.
 */
import { inputMismatch, OperationError, type RestPages } from '../../operations/index.ts';
import type { AuthenticatedContext } from '../http/contract/request-context.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import { HttpResponse } from '../message/http-response.ts';
import { streamText } from '../message/stream-text.ts';
import type { OperationRoute } from './rest-routes.ts';

export interface PagedAnswer {
  readonly route: Pick<OperationRoute, 'operation'>;
  readonly pages: RestPages;
  readonly context: AuthenticatedContext;
  readonly input: JsonObject;
  readonly call: (input: JsonObject) => Promise<JsonObject>;
}

/** Throws OperationError. */
export async function streamPages({
  route,
  pages,
  context,
  input,
  call,
}: PagedAnswer): Promise<HttpResponse> {
  const { operation } = route;
  if (input[pages.inputField] !== undefined) throw inputMismatch(operation, [wholeOnly(pages.inputField)]);
  const first = await call(input);
  // It may take long, and the number of such streams is limited.
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
  return new HttpResponse(
    streamText(textOf(), () => {}),
    { headers: { 'content-type': `${pages.type}; charset=utf-8`, 'cache-control': 'no-store' } },
  );
}

const wholeOnly = (name: string) => ({
  path: name,
  rule: 'unknown-parameter',
  message: `The parameter “${name}” does not exist: the document is not paged.`,
  expected: 'nothing',
  actual: name,
});
