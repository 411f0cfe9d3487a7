/** Performs a call with its options: requests, awaits, reads and compares. */
import type { ApiRequest } from '../../catalogs/index.ts';
import type { Failure, Json } from '../../kernel/index.ts';
import { partOf } from '../../languages/index.ts';
import type { ConnectorOperation } from '../../languages/workflow.ts';
import type { Clock, ConnectorOutcome, Redactor } from '../../runtime/index.ts';
import { resultOf } from './api-exchange.ts';
import type { Send, Sending } from './api-sender.ts';
import { awaitOperation } from './await-operation.ts';
import type { CallOptions } from './call-options.ts';
import { checkResult, type Difference } from './check-result.ts';
import type { Paging } from './next-page.ts';
import { type Got, readPages } from './read-pages.ts';

export interface Performing extends Redactor {
  readonly send: Send;
  readonly clock: Clock;
}

export interface ReadCall {
  readonly request: ApiRequest;
  readonly args: { readonly [name: string]: Json };
  readonly options: CallOptions;
  /** As the document lists the operation; only known if the call has options. */
  readonly listed: ConnectorOperation | undefined;
}

export async function performOperation(
  { send, clock, redact, hideSecrets }: Performing,
  sending: Sending,
  { request: first, args, options, listed }: ReadCall,
): Promise<ConnectorOutcome> {
  const { operation } = sending;
  const get = async (request: ApiRequest): Promise<Got> => {
    const answered = await send(sending, request);
    const sent =
      answered.kind === 'answered' && options.wait > 0
        ? await awaitOperation({ send, clock, redact, seconds: options.wait }, sending, request, answered)
        : answered;
    if (sent.kind === 'over') return sent;
    const body = resultOf(sent.response);
    const read = operation.read?.(body) ?? { kind: 'result', value: body };
    if (read.kind === 'result') return { ...sent, kind: 'got', result: read.value };
    const { code, message, retryable } = read;
    const failure = { code, message: redact(message), retryable };
    return { kind: 'over', outcome: { kind: 'failed', failure } };
  };
  const paging = (): Paging => ({
    parameters: listed?.parameters.map(({ name }) => name) ?? [],
    args,
    first,
    result: listed?.result,
    build: (changed) => operation.build(changed),
  });
  const got = options.pages > 1 ? await readPages(get, paging(), options.pages) : await get(first);
  if (got.kind === 'over') return got.outcome;
  const { result, response } = got;
  const differences =
    options.validate && listed !== undefined && response.body.length > 0 ? differencesOf(result, listed) : [];
  if (differences.length > 0) return { kind: 'failed', failure: unexpected(differences) };
  return { kind: 'succeeded', output: hideSecrets(result) };
}

/** Documents describe bytes as a text. */
const differencesOf = (result: Json, { result: type }: ConnectorOperation): readonly Difference[] =>
  type.kind === 'string' && typeof partOf(result, 'base64') === 'string' ? [] : checkResult(result, type);

const unexpected = (differences: readonly Difference[]): Failure => ({
  code: 'unexpected-response',
  message: `The result is not what the document declares. ${differences
    .map(
      ({ path, expected, found }) =>
        `${path === '' ? 'The result' : `“${path}”`}: expected ${expected}, found ${found}.`,
    )
    .join(' ')}`,
  retryable: false,
  data: { differences: differences.map((each) => ({ ...each })) },
});
