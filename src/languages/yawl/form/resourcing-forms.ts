/** How it is written who does a task. */
import {
  either,
  type Form,
  many,
  maybe,
  needed,
  one,
  only,
  type Part,
  parts,
  possible,
  some,
  text,
  truth,
  unique,
} from './form.ts';
import { anyText, oneOf, someText } from './simple-values.ts';

const initiator = { initiator: needed(oneOf('system', 'user')) };
const named = text(someText);
const people: readonly Part[] = [many('participant', named), many('role', named)];

const selector = parts(
  one('name', named),
  maybe('params', parts(unique('key', some('param', parts(one('key', named), one('value', named)))))),
);

const offer: Form = {
  attributes: initiator,
  ...parts(
    maybe(
      'distributionSet',
      parts(
        one(
          'initialSet',
          parts(
            ...people,
            unique(
              'name',
              many('param', parts(one('name', named), one('refers', text(oneOf('participant', 'role'))))),
            ),
          ),
        ),
        maybe('filters', parts(unique('name', many('filter', selector)))),
        maybe('constraints', parts(unique('name', many('constraint', selector)))),
      ),
    ),
    maybe('familiarParticipant', only({ taskID: needed(someText) })),
  ),
};

const privilegeNames = [
  'canSuspend',
  'canReallocateStateless',
  'canReallocateStateful',
  'canDeallocate',
  'canDelegate',
  'canSkip',
  'canPile',
] as const;

const privilege = parts(
  one('name', text(oneOf(...privilegeNames))),
  either([one('allowall', truth)], [one('set', parts(...people))]),
);

export const resourcing = parts(
  one('offer', offer),
  one('allocate', { attributes: initiator, ...parts(maybe('allocator', selector)) }),
  one('start', only(initiator)),
  maybe(
    'secondary',
    parts(
      ...people,
      many('nonHumanResource', named),
      many('nonHumanCategory', text(someText, { subcategory: possible(anyText) })),
    ),
    { since: '2.2' },
  ),
  maybe('privileges', parts(unique('name', many('privilege', privilege)))),
);
