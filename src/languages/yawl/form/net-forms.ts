/** The forms of the elements of a net: conditions, tasks, and the parts of tasks. */
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
  type VariedForm,
  zeroOrMore,
} from './form.ts';
import { resourcing } from './resourcing-forms.ts';
import {
  anyText,
  duration,
  integer,
  long,
  ncName,
  nmtoken,
  noText,
  oneOf,
  positive,
  type SimpleValue,
  someText,
  uri,
} from './simple-values.ts';

const id = { id: requiredAttribute(nmtoken) };
const reference = attributesOnly(id);
// The check of mappings reports an empty one, with YAWL's text.
const query = attributesOnly({ query: requiredAttribute(anyText) });
const variableName = textForm(nmtoken);

const flowsInto = parts(
  exactlyOne('nextElementRef', reference),
  optional('predicate', textForm(someText, { ordering: optionalAttribute(integer) })),
  optional('isDefaultFlow', textForm(noText)),
  optional('documentation', textForm(anyText), { since: 'Beta 7.1' }),
);

// The check of the structure reports missing flows or conditions, with YAWL's texts.
const label: readonly FormPart[] = [
  optional('name', textForm(anyText)),
  optional('documentation', textForm(anyText)),
];
const condition: ElementForm = { attributes: id, ...parts(...label, zeroOrMore('flowsInto', flowsInto)) };

// The engine accepts `AND` for `and`.
const routing: SimpleValue = {
  base: 'string',
  facets: [['pattern', '[aA][nN][dD]|[xX]?[oO][rR]']],
  expected: 'and, or, xor',
  fits: (code) => /^(?:and|or|xor)$/i.test(code),
};
const gate = attributesOnly({ code: requiredAttribute(routing) });

const configuredPort = (flow: string, ...values: readonly string[]): ElementForm => ({
  attributes: { value: optionalAttribute(oneOf(...values)) },
  ...parts(zeroOrMore(flow, reference)),
});

const configuredGate = (flow: string, ...values: readonly string[]): ElementForm => ({
  attributes: { value: { ...optionalAttribute(oneOf(...values)), until: '2.0' } },
  ...parts(zeroOrMore('port', configuredPort(flow, ...values))),
});

const configuration = parts(
  optional('join', configuredGate('flowSource', 'activated', 'blocked', 'hidden')),
  optional(
    'nofi',
    parts(
      exactlyOne('minIncrease', textForm(positive)),
      exactlyOne('maxDecrease', textForm(positive)),
      exactlyOne('thresIncrease', textForm(positive)),
      exactlyOne('creationMode', textForm(oneOf('restrict', 'restict', 'keep'))),
    ),
  ),
  optional('rem', attributesOnly({ value: optionalAttribute(oneOf('activated', 'blocked')) })),
  optional('split', configuredGate('flowDestination', 'activated', 'blocked')),
);

const mappings = parts(
  oneOrMore('mapping', parts(exactlyOne('expression', query), exactlyOne('mapsTo', variableName))),
);

const timer = parts(
  choice(
    [exactlyOne('netparam', textForm(anyText))],
    [
      exactlyOne('trigger', textForm(oneOf('OnEnabled', 'OnExecuting'))),
      choice(
        [exactlyOne('expiry', textForm(long))],
        [exactlyOne('duration', textForm(duration))],
        [
          exactlyOne(
            'durationparams',
            parts(
              exactlyOne('ticks', textForm(long)),
              exactlyOne(
                'interval',
                textForm(oneOf('YEAR', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MIN', 'SEC', 'MSEC')),
              ),
            ),
          ),
        ],
      ),
    ],
  ),
  optional('workdays', booleanForm, { since: '4.0' }),
);

const ofEveryTask: readonly FormPart[] = [
  ...label,
  zeroOrMore('flowsInto', flowsInto),
  exactlyOne('join', gate),
  exactlyOne('split', gate),
  optional('defaultConfiguration', configuration, { since: '2.0' }),
  optional('configuration', configuration, { since: '2.0' }),
  zeroOrMore('removesTokens', reference),
  zeroOrMore(
    'removesTokensFromFlow',
    parts(exactlyOne('flowSource', reference), exactlyOne('flowDestination', reference)),
  ),
  optional('startingMappings', mappings),
  optional('completedMappings', mappings),
  optional('enablementMappings', mappings, { since: 'Beta 6' }),
  optional('timer', timer, { since: '2.0' }),
  optional('resourcing', resourcing, { since: '2.0' }),
  optional('customForm', textForm(uri), { since: '2.0' }),
  optional('decomposesTo', attributesOnly({ id: requiredAttribute(someText) }), { until: 'Beta 2' }),
  optional('decomposesTo', attributesOnly({ id: requiredAttribute(ncName) }), { since: 'Beta 3' }),
];

const ofSeveralInstances: readonly FormPart[] = [
  exactlyOne('minimum', textForm(someText)),
  exactlyOne('maximum', textForm(someText)),
  exactlyOne('threshold', textForm(someText)),
  exactlyOne('creationMode', attributesOnly({ code: requiredAttribute(anyText) })),
  exactlyOne(
    'miDataInput',
    parts(
      exactlyOne('expression', query),
      exactlyOne('splittingExpression', query),
      exactlyOne('formalInputParam', variableName),
    ),
  ),
  optional(
    'miDataOutput',
    parts(
      exactlyOne('formalOutputExpression', query),
      exactlyOne('outputJoiningExpression', query),
      exactlyOne('resultAppliedToLocalVariable', variableName),
    ),
  ),
];

const task: VariedForm = {
  variants: {
    ExternalTaskFactsType: { attributes: id, ...parts(...ofEveryTask) },
    MultipleInstanceExternalTaskFactsType: {
      attributes: id,
      ...parts(...ofEveryTask, ...ofSeveralInstances),
    },
  },
  otherwise: 'ExternalTaskFactsType',
};

export const processControlElements: ElementForm = {
  unnamed: true,
  ...parts(
    zeroOrMore('inputCondition', condition),
    { kind: 'several', forms: { task, condition } },
    zeroOrMore('outputCondition', { attributes: id, ...parts(...label) }),
  ),
};

/** The description of a service beside its address. */
export const yawlService: ElementForm = {
  attributes: { id: requiredAttribute(uri) },
  ...parts(
    optional('documentation', textForm(anyText), { since: '2.0' }),
    optional('wsdlLocation', textForm(uri)),
    optional('operationName', textForm(nmtoken)),
  ),
};
