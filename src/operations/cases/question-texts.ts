/** What somebody is asked, as cases and tools say it: what the answer takes, by name, and for whom the question is. */
import type { Json } from '../../kernel/index.ts';
import { type ExpectedField, shownFields } from '../expected-fields.ts';
import { describeWho } from '../items/describe-who.ts';
import type { ItemView } from '../items/item-view.ts';

type Fields = { readonly [name: string]: Json };

export function expectsByName(reason: ItemView['reason'], expects: readonly ExpectedField[]): Fields {
  if (reason !== 'work') return expectedByRule[reason];
  return Object.fromEntries(
    shownFields(expects).map(({ name, ...rest }): [string, Json] => [name, { ...rest }]),
  );
}

/** What no workflow writes, since the engine itself asks. */
const expectedByRule: Readonly<Record<Exclude<ItemView['reason'], 'work'>, Fields>> = {
  approval: { approved: { type: 'bool', required: true, description: 'true; only a person may send it' } },
  doubt: {
    verdict: { type: 'str', required: true, description: 'succeeded, failed or retry' },
    output: { type: 'any', required: false, description: 'What the call gave, where it succeeded' },
    message: { type: 'str', required: false, description: 'Why, where it failed' },
  },
};

interface Offer {
  readonly offered_to?: string;
  readonly may_answer?: boolean;
}

/** Only of what is not for anybody. */
export function offerOf({ who, mayAnswer }: Pick<ItemView, 'who' | 'mayAnswer'>): Offer {
  return who === null ? {} : { offered_to: describeWho(who), may_answer: mayAnswer };
}
