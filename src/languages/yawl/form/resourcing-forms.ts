/** The forms of the elements that define who does a task. */
import {
  attributesOnly,
  booleanForm,
  choice,
  type ElementForm,
  exactlyOne,
  type FormPart,
  oneOrMore,
  optional,
  optionalAttribute,
  parts,
  requiredAttribute,
  textForm,
  unique,
  zeroOrMore,
} from './form.ts';
import { anyText, oneOf, someText } from './simple-values.ts';

const initiator = { initiator: requiredAttribute(oneOf('system', 'user')) };
const named = textForm(someText);
const people: readonly FormPart[] = [zeroOrMore('participant', named), zeroOrMore('role', named)];

const selector = parts(
  exactlyOne('name', named),
  optional(
    'params',
    parts(unique('key', oneOrMore('param', parts(exactlyOne('key', named), exactlyOne('value', named))))),
  ),
);

const offer: ElementForm = {
  attributes: initiator,
  ...parts(
    optional(
      'distributionSet',
      parts(
        exactlyOne(
          'initialSet',
          parts(
            ...people,
            unique(
              'name',
              zeroOrMore(
                'param',
                parts(
                  exactlyOne('name', named),
                  exactlyOne('refers', textForm(oneOf('participant', 'role'))),
                ),
              ),
            ),
          ),
        ),
        optional('filters', parts(unique('name', zeroOrMore('filter', selector)))),
        optional('constraints', parts(unique('name', zeroOrMore('constraint', selector)))),
      ),
    ),
    optional('familiarParticipant', attributesOnly({ taskID: requiredAttribute(someText) })),
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
  exactlyOne('name', textForm(oneOf(...privilegeNames))),
  choice([exactlyOne('allowall', booleanForm)], [exactlyOne('set', parts(...people))]),
);

export const resourcing = parts(
  exactlyOne('offer', offer),
  exactlyOne('allocate', { attributes: initiator, ...parts(optional('allocator', selector)) }),
  exactlyOne('start', attributesOnly(initiator)),
  optional(
    'secondary',
    parts(
      ...people,
      zeroOrMore('nonHumanResource', named),
      zeroOrMore('nonHumanCategory', textForm(someText, { subcategory: optionalAttribute(anyText) })),
    ),
    { since: '2.2' },
  ),
  optional('privileges', parts(unique('name', zeroOrMore('privilege', privilege)))),
);
