/**
 * A server that performs the operations of random flows: each idempotency key once, and a repeated request gets the first
 * answer. `PUT /FLOW/CALL` has the arguments of the call in its body.
 */
import type { ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../src/kernel/index.ts';
import { startLocalServer } from '../servers/local-server.ts';
import { choicesFor, type LookupArguments } from './lookup-choices.ts';
import type { PredictedCall } from './predict-operations.ts';
import { resultOf } from './random-operations.ts';

export interface Performed {
  readonly key: string;
  readonly flow: string;
  readonly operation: string;
  readonly input: Readonly<Record<string, Json>>;
}

export interface PerformingServer {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  /** What was performed for a run, in this order; without lookups of choices, which change nothing. */
  performedFor(run: string): readonly PredictedCall[];
  /** How many requests repeated a key. */
  readonly repeated: () => number;
  readonly problems: readonly string[];
  close(): Promise<void>;
}

export interface PerformingServerOptions {
  /** Whether an operation fails; always the same for the same one. */
  readonly fails: (performed: Performed) => boolean;
  /** Called after each operation; its answer waits for it. @param count how many were performed */
  readonly onPerformed: (count: number) => Promise<void> | void;
}

interface Reply {
  readonly status: number;
  readonly body: Json;
}

export async function startPerformingServer({
  fails,
  onPerformed,
}: PerformingServerOptions): Promise<PerformingServer> {
  const performed: Performed[] = [];
  const problems: string[] = [];
  const known = new Map<string, { readonly performed: Performed; readonly reply: Reply }>();
  let repeated = 0;

  const answerTo = async (asked: Performed): Promise<Reply> => {
    const { key, operation, input } = asked;
    if (operation === 'lookup') return lookUp(input as unknown as LookupArguments);
    const before = known.get(key);
    if (before !== undefined) {
      repeated += 1;
      if (!isDeepStrictEqual(before.performed, asked)) problems.push(`${key} is the key of two operations.`);
      return before.reply;
    }
    if (key === '') problems.push(`${operation} has no idempotency key.`);
    const reply = fails(asked)
      ? { status: 422, body: { message: `${input['number']} cannot be made.` } }
      : { status: 200, body: operation === 'make' ? resultOf(input) : null };
    known.set(key, { performed: asked, reply });
    performed.push(asked);
    await onPerformed(performed.length);
    return reply;
  };
  const answer = async (asked: Performed, response: ServerResponse): Promise<void> => {
    const { status, body } = await answerTo(asked);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

  const server = await startLocalServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    request.once('end', () => {
      const [, flow = '', operation = ''] = (request.url ?? '').split('/');
      const key = String(request.headers['idempotency-key'] ?? '');
      void answer({ key, flow, operation, input: JSON.parse(text) }, response);
    });
  });
  return {
    url: server.url,
    performedFor: (run) =>
      // A key begins with the run.
      performed.flatMap(({ key, operation, input }) =>
        key.startsWith(`${run}.`) ? [{ operation, input }] : [],
      ),
    repeated: () => repeated,
    problems,
    close: () => server.close(),
  };
}

function lookUp(given: LookupArguments): Reply {
  const choices = choicesFor(given);
  if (choices === null) return { status: 422, body: { message: 'The list is not available.' } };
  const { field } = given;
  const entries = choices.map((text): Json => (field === undefined ? text : { [field]: text }));
  const keys = given.path === '' ? [] : given.path.split('.');
  return { status: 200, body: keys.reduceRight<Json>((inner, key) => ({ [key]: inner }), entries) };
}
