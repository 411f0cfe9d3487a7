/** The forms of a set of specifications, from its root to the decompositions. */
import {
  anyContent,
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
import { processControlElements, yawlService } from './net-forms.ts';
import {
  anyText,
  boolean,
  date,
  dateTime,
  decimal,
  ncName,
  oneOf,
  positive,
  type SimpleValue,
  someText,
  someUri,
  uri,
  versionNumber,
} from './simple-values.ts';
import { inputParam, localVariable, logPredicate, outputParam } from './variable-forms.ts';

const address = parts(
  choice(
    [
      exactlyOne(
        'numAndStreet',
        parts(exactlyOne('number', textForm(someText)), exactlyOne('street', textForm(someText))),
      ),
    ],
    [exactlyOne('GPOBox', textForm(positive))],
  ),
  optional('suburbOrTown', textForm(anyText)),
  exactlyOne('postOrZipCode', textForm(positive)),
  optional('state', textForm(anyText)),
  exactlyOne('country', textForm(anyText)),
);

const personForm = parts(
  exactlyOne('name', textForm(anyText)),
  { kind: 'several', forms: { address, emailAddress: textForm(uri) } },
  optional('description', textForm(anyText)),
);

const untilBeta4 = { until: 'Beta 4' } as const;
const sinceBeta6 = { since: 'Beta 6' } as const;

const metaData = parts(
  optional('title', textForm(anyText)),
  zeroOrMore('creator', personForm, untilBeta4),
  zeroOrMore('creator', textForm(anyText), sinceBeta6),
  zeroOrMore('subject', textForm(anyText)),
  optional('description', textForm(anyText)),
  optional('publisher', personForm, untilBeta4),
  zeroOrMore('contributor', personForm, untilBeta4),
  zeroOrMore('contributor', textForm(anyText), sinceBeta6),
  optional('coverage', textForm(anyText)),
  optional('rights', textForm(anyText), untilBeta4),
  zeroOrMore('replaces', textForm(uri), untilBeta4),
  zeroOrMore(
    'modification',
    parts(exactlyOne('by', personForm), exactlyOne('on', textForm(dateTime))),
    untilBeta4,
  ),
  optional('validFrom', textForm(date)),
  optional('validUntil', textForm(date)),
  optional('created', textForm(date)),
  optional('version', textForm(decimal), { since: 'Beta 6', until: 'Beta 6' }),
  optional('version', textForm(versionNumber), { since: 'Beta 7.1' }),
  optional('status', textForm(anyText), sinceBeta6),
  optional('persistent', booleanForm, { since: 'Beta 7.1' }),
  optional('identifier', textForm(ncName), { since: '2.0' }),
);

const ofEveryDecomposition: readonly FormPart[] = [
  optional('name', textForm(someText)),
  optional('documentation', textForm(anyText)),
  zeroOrMore('inputParam', inputParam),
  zeroOrMore('outputExpression', attributesOnly({ query: requiredAttribute(someText) }), { until: 'Beta 3' }),
  zeroOrMore('outputParam', outputParam, { since: 'Beta 4' }),
  optional('logPredicate', logPredicate, { since: '2.1' }),
];

const ofNet: readonly FormPart[] = [
  ...ofEveryDecomposition,
  zeroOrMore('localVariable', localVariable),
  exactlyOne('processControlElements', processControlElements),
  optional('externalDataGateway', textForm(someText), { since: '2.1' }),
];

const rootNet: ElementForm = { attributes: { id: requiredAttribute(someText) }, ...parts(...ofNet) };

const decomposition = (id: SimpleValue): VariedForm => ({
  variants: {
    NetFactsType: {
      attributes: {
        id: requiredAttribute(id),
        isRootNet: { ...optionalAttribute(boolean), since: 'Beta 3' },
      },
      ...parts(...ofNet),
    },
    WebServiceGatewayFactsType: {
      attributes: { id: requiredAttribute(id) },
      extended: { since: 'Beta 7.1' },
      ...parts(
        ...ofEveryDecomposition,
        zeroOrMore('outputParam', outputParam, { until: 'Beta 3' }),
        zeroOrMore('enablementParam', inputParam, { since: 'Beta 6' }),
        optional('yawlService', yawlService),
        optional('codelet', textForm(ncName), { since: '2.0' }),
        optional('externalInteraction', textForm(oneOf('manual', 'automated')), { since: '2.0' }),
      ),
    },
  },
  otherwise: null,
});

const specification: ElementForm = {
  attributes: { uri: requiredAttribute(someUri) },
  ...parts(
    optional('name', textForm(someText)),
    optional('documentation', textForm(anyText)),
    exactlyOne('metaData', metaData),
    optional(
      'import',
      attributesOnly({ namespace: optionalAttribute(uri), location: optionalAttribute(uri) }),
      { until: 'Beta 2' },
    ),
    { kind: 'schema' },
    exactlyOne('rootNet', rootNet, { until: 'Beta 2' }),
    zeroOrMore('decomposition', decomposition(someText), { until: 'Beta 2' }),
    oneOrMore('decomposition', decomposition(ncName), { since: 'Beta 3' }),
    zeroOrMore('importedNet', textForm(uri)),
  ),
};

export const specificationSet: ElementForm = {
  attributes: { version: optionalAttribute(anyText) },
  ...parts(oneOrMore('specification', specification), optional('layout', anyContent, { since: '2.0' })),
};
