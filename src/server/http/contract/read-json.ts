/** Reads the body of a request as JSON, and checks the limits before parsing [P7.2]. */

import { isUtf8 } from 'node:buffer';
import type { HttpHeaders } from '../../message/http-request.ts';
import { type Refusal, refuse } from '../../message/refusal.ts';
import type { BodyBudget } from './body-budget.ts';
import type { HttpLimits } from './http-limits.ts';
import { isDeeperThan } from './is-deeper-than.ts';
import type { AuthenticatedContext } from './request-context.ts';

export interface ReadJson {
  readonly kind: 'json';
  readonly value: unknown;
}

export async function readJson(
  {
    request: { headers },
    deliver,
    principal,
  }: Pick<AuthenticatedContext, 'request' | 'deliver' | 'principal'>,
  budget: BodyBudget,
  { depth }: HttpLimits,
): Promise<ReadJson | Refusal> {
  const foreign = checkForm(headers);
  if (foreign !== undefined) return foreign;
  const collector = budget.begin(headers.get('content-length'), principal);
  if (collector.kind === 'refusal') return collector;
  try {
    return (await deliver(collector)) ?? parseJson(collector.take(), depth);
  } finally {
    collector.release();
  }
}

function checkForm(headers: HttpHeaders): Refusal | undefined {
  const type = headers.get('content-type') ?? '';
  if (!/^application\/json\s*(?:;\s*charset="?utf-?8"?\s*)?$/i.test(type)) {
    return refuse('not_json', 'The body must be JSON: Content-Type: application/json.');
  }
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() === 'identity') return undefined;
  return refuse('encoded_body', 'The body must not be compressed: leave out Content-Encoding.');
}

/** @param what the bytes are, for the start of a sentence */
export function parseJson(bytes: Uint8Array, depth: number, what = 'The body'): ReadJson | Refusal {
  const malformed = (why: string): Refusal => refuse('malformed_json', `${what} is not JSON: ${why}.`);
  if (!isUtf8(bytes)) return malformed('it is not UTF-8');
  if (isDeeperThan(bytes, depth)) {
    const message = `${what} is nested too deeply: at most ${depth} levels of objects and lists.`;
    return refuse('nested_too_deeply', message);
  }
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
    return { kind: 'json', value };
  } catch {
    return malformed(bytes.length === 0 ? 'it is empty' : 'it cannot be read');
  }
}
