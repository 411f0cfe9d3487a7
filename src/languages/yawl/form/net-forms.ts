/** How the elements of a net are written: conditions, tasks, and what tasks say about their work. */
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
  type VariedForm,
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

const id = { id: needed(nmtoken) };
const reference = only(id);
// An empty one is told by whoever checks mappings, in YAWL's words.
const query = only({ query: needed(anyText) });
const variableName = text(nmtoken);

const flowsInto = parts(
  one('nextElementRef', reference),
  maybe('predicate', text(someText, { ordering: possible(integer) })),
  maybe('isDefaultFlow', text(noText)),
  maybe('documentation', text(anyText), { since: 'Beta 7.1' }),
);

// Whoever checks the structure tells that flows or conditions are missing, in YAWL's words.
const label: readonly Part[] = [maybe('name', text(anyText)), maybe('documentation', text(anyText))];
const condition: Form = { attributes: id, ...parts(...label, many('flowsInto', flowsInto)) };

// The engine takes `AND` for `and`.
const routing: SimpleValue = { expected: 'and, or, xor', fits: (code) => /^(?:and|or|xor)$/i.test(code) };
const gate = only({ code: needed(routing) });

const configuredPort = (flow: string, ...values: readonly string[]): Form => ({
  attributes: { value: possible(oneOf(...values)) },
  ...parts(many(flow, reference)),
});

const configuredGate = (flow: string, ...values: readonly string[]): Form => ({
  attributes: { value: { ...possible(oneOf(...values)), until: '2.0' } },
  ...parts(many('port', configuredPort(flow, ...values))),
});

const configuration = parts(
  maybe('join', configuredGate('flowSource', 'activated', 'blocked', 'hidden')),
  maybe(
    'nofi',
    parts(
      one('minIncrease', text(positive)),
      one('maxDecrease', text(positive)),
      one('thresIncrease', text(positive)),
      one('creationMode', text(oneOf('restrict', 'restict', 'keep'))),
    ),
  ),
  maybe('rem', only({ value: possible(oneOf('activated', 'blocked')) })),
  maybe('split', configuredGate('flowDestination', 'activated', 'blocked')),
);

const mappings = parts(some('mapping', parts(one('expression', query), one('mapsTo', variableName))));

const timer = parts(
  either(
    [one('netparam', text(anyText))],
    [
      one('trigger', text(oneOf('OnEnabled', 'OnExecuting'))),
      either(
        [one('expiry', text(long))],
        [one('duration', text(duration))],
        [
          one(
            'durationparams',
            parts(
              one('ticks', text(long)),
              one('interval', text(oneOf('YEAR', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MIN', 'SEC', 'MSEC'))),
            ),
          ),
        ],
      ),
    ],
  ),
  maybe('workdays', truth, { since: '4.0' }),
);

const ofEveryTask: readonly Part[] = [
  ...label,
  many('flowsInto', flowsInto),
  one('join', gate),
  one('split', gate),
  maybe('defaultConfiguration', configuration, { since: '2.0' }),
  maybe('configuration', configuration, { since: '2.0' }),
  many('removesTokens', reference),
  many('removesTokensFromFlow', parts(one('flowSource', reference), one('flowDestination', reference))),
  maybe('startingMappings', mappings),
  maybe('completedMappings', mappings),
  maybe('enablementMappings', mappings, { since: 'Beta 6' }),
  maybe('timer', timer, { since: '2.0' }),
  maybe('resourcing', resourcing, { since: '2.0' }),
  maybe('customForm', text(uri), { since: '2.0' }),
  maybe('decomposesTo', only({ id: needed(someText) }), { until: 'Beta 2' }),
  maybe('decomposesTo', only({ id: needed(ncName) }), { since: 'Beta 3' }),
];

const ofSeveralInstances: readonly Part[] = [
  one('minimum', text(someText)),
  one('maximum', text(someText)),
  one('threshold', text(someText)),
  one('creationMode', only({ code: needed(anyText) })),
  one(
    'miDataInput',
    parts(one('expression', query), one('splittingExpression', query), one('formalInputParam', variableName)),
  ),
  maybe(
    'miDataOutput',
    parts(
      one('formalOutputExpression', query),
      one('outputJoiningExpression', query),
      one('resultAppliedToLocalVariable', variableName),
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

export const processControlElements: Form = {
  unnamed: true,
  ...parts(
    many('inputCondition', condition),
    { kind: 'several', forms: { task, condition } },
    many('outputCondition', { attributes: id, ...parts(...label) }),
  ),
};

/** What a service says of itself beside its address. */
export const yawlService: Form = {
  attributes: { id: needed(uri) },
  ...parts(
    maybe('documentation', text(anyText), { since: '2.0' }),
    maybe('wsdlLocation', text(uri)),
    maybe('operationName', text(nmtoken)),
  ),
};
