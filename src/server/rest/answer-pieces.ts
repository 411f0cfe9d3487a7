/**
 * What an operation gives page by page, as one document that is written as it is taken [F5.2]. What is refused is refused
 * before it begins; whatever goes wrong later breaks it off, so that nobody takes a part for the whole.
 */
import { misfit, OperationError } from '../../operations/index.ts';
import { streamText } from '../http/stream-text.ts';
import type { KnownVisit } from '../http/visit.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import type { RestPieces, RestWay } from './rest-ways.ts';

export interface PiecedAnswer {
  readonly way: Pick<RestWay, 'operation'>;
  readonly pieces: RestPieces;
  readonly visit: KnownVisit;
  readonly input: JsonObject;
  readonly call: (input: JsonObject) => Promise<JsonObject>;
}

/** Throws OperationError. */
export async function answerPieces({ way, pieces, visit, input, call }: PiecedAnswer): Promise<Response> {
  const { operation } = way;
  if (input[pieces.taken] !== undefined) throw misfit(operation, [wholeOnly(pieces.taken)]);
  const first = await call(input);
  // It may take long, and there may be only so many that do.
  visit.last();
  const { signal } = visit.request;
  const goOn = async (asked: JsonObject): Promise<JsonObject> => {
    try {
      return await call(asked);
    } catch (error) {
      if (error instanceof OperationError) visit.note({ operation, code: error.details.code });
      throw error;
    }
  };
  async function* textOf(): AsyncGenerator<string, void, undefined> {
    for (let page = first; ; ) {
      yield String(page[pieces.field]);
      const next = page[pieces.told] ?? null;
      if (next === null || signal.aborted) return;
      page = await goOn({ ...input, [pieces.taken]: next });
    }
  }
  return new Response(
    streamText(textOf(), () => {}),
    { headers: { 'content-type': `${pieces.type}; charset=utf-8`, 'cache-control': 'no-store' } },
  );
}

const wholeOnly = (name: string) => ({
  path: name,
  rule: 'unknown-parameter',
  message: `There is no parameter “${name}”: the document comes in one.`,
  expected: 'nothing',
  actual: name,
});
