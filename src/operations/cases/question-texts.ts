/** Texts of questions for cases and tools: the fields of the answer by name, and who may answer. */
import type { Json } from '../../kernel/index.ts';
import { type ExpectedField, shownFields } from '../data/expected-fields.ts';
import { describeWho } from '../items/read-model/describe-who.ts';
import type { ItemView } from '../items/read-model/item-view.ts';

type Fields = { readonly [name: string]: Json };

export function expectsByName(reason: ItemView['reason'], expects: readonly ExpectedField[]): Fields {
  if (reason !== 'work') return expectedByRule[reason];
  return Object.fromEntries(
    shownFields(expects).map(({ name, ...rest }): [string, Json] => [name, { ...rest }]),
  );
}

/** Fields of questions that the engine itself asks. */
const expectedByRule: Readonly<Record<Exclude<ItemView['reason'], 'work'>, Fields>> = {
  approval: { approved: { type: 'bool', required: true, description: 'true; only a person may send it' } },
  doubt: {
    verdict: { type: 'str', required: true, description: 'succeeded, failed or retry' },
    output: { type: 'any', required: false, description: 'Result of the call, if it succeeded' },
    message: { type: 'str', required: false, description: 'Reason, if it failed' },
  },
};

interface Offer {
  readonly offered_to?: string;
  readonly may_answer?: boolean;
}

/** Only for restricted questions. */
export function offerOf({ who, mayAnswer }: Pick<ItemView, 'who' | 'mayAnswer'>): Offer {
  return who === null ? {} : { offered_to: describeWho(who), may_answer: mayAnswer };
}
