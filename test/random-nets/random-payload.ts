/** Payloads in every form: inline, by reference, as a list of both. */
import type { Json } from '../../src/kernel/model/json.ts';
import type { Payload } from '../../src/kernel/model/payload.ts';
import type { Random } from '../../src/testing/stand-ins/seeded-random.ts';

/** The answer of an operation or an item, by its name. */
export type AnswerKind = 'count' | 'fetch' | 'items';
export const answers: readonly AnswerKind[] = ['count', 'fetch', 'items'];

/** The hash is the content itself. */
export function resolveBlob(hash: string): Json {
  return JSON.parse(hash.slice('json:'.length)) as Json;
}

function blobOf(value: Json): Payload {
  const text = JSON.stringify(value);
  return { blob: { hash: `json:${text}`, size: text.length } };
}

/** Mostly what the name promises. */
export function randomAnswer(random: Random, name: string): Payload {
  const kind = random.chance(0.05) ? 'anything' : answers.find((answer) => name.includes(answer));
  switch (kind) {
    case 'count':
      return inSomeForm(random, random.int(6));
    case 'items':
      return listPayload(random);
    default:
      return random.chance(0.2) ? listPayload(random) : inSomeForm(random, anyValue(random));
  }
}

/** Inline, or by reference. */
export function inSomeForm(random: Random, value: Json): Payload {
  return random.chance(0.8) ? { value } : blobOf(value);
}

function listPayload(random: Random): Payload {
  const values = Array.from({ length: random.int(5) }, () => random.int(9));
  if (random.chance(0.5)) return inSomeForm(random, values);
  return {
    list: values.map((value) => (random.chance(0.1) ? listPayload(random) : inSomeForm(random, value))),
  };
}

function anyValue(random: Random): Json {
  return random.pick<Json>([null, 0, 3, -1.5, 'text', true, [1, 2], [], { b: 1, a: [null] }, 'x'.repeat(40)]);
}
