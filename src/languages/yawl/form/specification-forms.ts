/** How a set of specifications is written, from its root to the decompositions. */
import {
  anything,
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
  either(
    [one('numAndStreet', parts(one('number', text(someText)), one('street', text(someText))))],
    [one('GPOBox', text(positive))],
  ),
  maybe('suburbOrTown', text(anyText)),
  one('postOrZipCode', text(positive)),
  maybe('state', text(anyText)),
  one('country', text(anyText)),
);

const somebody = parts(
  one('name', text(anyText)),
  { kind: 'several', forms: { address, emailAddress: text(uri) } },
  maybe('description', text(anyText)),
);

const untilBeta4 = { until: 'Beta 4' } as const;
const sinceBeta6 = { since: 'Beta 6' } as const;

const metaData = parts(
  maybe('title', text(anyText)),
  many('creator', somebody, untilBeta4),
  many('creator', text(anyText), sinceBeta6),
  many('subject', text(anyText)),
  maybe('description', text(anyText)),
  maybe('publisher', somebody, untilBeta4),
  many('contributor', somebody, untilBeta4),
  many('contributor', text(anyText), sinceBeta6),
  maybe('coverage', text(anyText)),
  maybe('rights', text(anyText), untilBeta4),
  many('replaces', text(uri), untilBeta4),
  many('modification', parts(one('by', somebody), one('on', text(dateTime))), untilBeta4),
  maybe('validFrom', text(date)),
  maybe('validUntil', text(date)),
  maybe('created', text(date)),
  maybe('version', text(decimal), { since: 'Beta 6', until: 'Beta 6' }),
  maybe('version', text(versionNumber), { since: 'Beta 7.1' }),
  maybe('status', text(anyText), sinceBeta6),
  maybe('persistent', truth, { since: 'Beta 7.1' }),
  maybe('identifier', text(ncName), { since: '2.0' }),
);

const ofEveryDecomposition: readonly Part[] = [
  maybe('name', text(someText)),
  maybe('documentation', text(anyText)),
  many('inputParam', inputParam),
  many('outputExpression', only({ query: needed(someText) }), { until: 'Beta 3' }),
  many('outputParam', outputParam, { since: 'Beta 4' }),
  maybe('logPredicate', logPredicate, { since: '2.1' }),
];

const ofNet: readonly Part[] = [
  ...ofEveryDecomposition,
  many('localVariable', localVariable),
  one('processControlElements', processControlElements),
  maybe('externalDataGateway', text(someText), { since: '2.1' }),
];

const rootNet: Form = { attributes: { id: needed(someText) }, ...parts(...ofNet) };

const decomposition = (id: SimpleValue): VariedForm => ({
  variants: {
    NetFactsType: {
      attributes: { id: needed(id), isRootNet: { ...possible(boolean), since: 'Beta 3' } },
      ...parts(...ofNet),
    },
    WebServiceGatewayFactsType: {
      attributes: { id: needed(id) },
      extended: { since: 'Beta 7.1' },
      ...parts(
        ...ofEveryDecomposition,
        many('outputParam', outputParam, { until: 'Beta 3' }),
        many('enablementParam', inputParam, { since: 'Beta 6' }),
        maybe('yawlService', yawlService),
        maybe('codelet', text(ncName), { since: '2.0' }),
        maybe('externalInteraction', text(oneOf('manual', 'automated')), { since: '2.0' }),
      ),
    },
  },
  otherwise: null,
});

const specification: Form = {
  attributes: { uri: needed(someUri) },
  ...parts(
    maybe('name', text(someText)),
    maybe('documentation', text(anyText)),
    one('metaData', metaData),
    maybe('import', only({ namespace: possible(uri), location: possible(uri) }), { until: 'Beta 2' }),
    { kind: 'schema' },
    one('rootNet', rootNet, { until: 'Beta 2' }),
    many('decomposition', decomposition(someText), { until: 'Beta 2' }),
    some('decomposition', decomposition(ncName), { since: 'Beta 3' }),
    many('importedNet', text(uri)),
  ),
};

export const specificationSet: Form = {
  attributes: { version: possible(anyText) },
  ...parts(some('specification', specification), maybe('layout', anything, { since: '2.0' })),
};
