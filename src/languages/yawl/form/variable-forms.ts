/** How variables are written: parameters of decompositions, and what a net keeps for itself. */
import { anything, either, type Form, maybe, needed, one, type Part, parts, possible, text } from './form.ts';
import { anyText, integer, ncName, nmtoken, someText, uri } from './simple-values.ts';

export const logPredicate = parts(maybe('start', text(someText)), maybe('completion', text(someText)));

const hint = { ...possible(anyText), since: 'Beta 6', until: 'Beta 6' } as const;

const attributes: Form['attributes'] = {
  // In the first version the name was an attribute, and the type stood there with its prefix.
  name: { ...needed(nmtoken), until: 'Beta 2' },
  mandatory: hint,
  validationRule: hint,
  validationError: hint,
  label: hint,
  readOnly: hint,
  help: hint,
  controlType: hint,
};

const declared: readonly Part[] = [
  one('index', text(integer), { since: '2.1' }),
  maybe('documentation', text(anyText), { since: 'Beta 3' }),
  one('type', text(uri), { until: 'Beta 2' }),
];

const described = either(
  [
    one('name', text(ncName), { since: 'Beta 3' }),
    either(
      [one('type', text(ncName), { since: 'Beta 3' }), maybe('namespace', text(uri), { since: 'Beta 3' })],
      [one('isUntyped', anything, { since: 'Beta 3' })],
    ),
  ],
  [one('element', text(ncName), { since: 'Beta 3' })],
);

export const inputParam: Form = {
  attributes,
  extended: { since: 'Beta 6' },
  ...parts(
    ...declared,
    described,
    // That it cannot be both is told by whoever checks variables, in YAWL's words.
    maybe('initialValue', text(anyText)),
    maybe('mandatory', anything),
    maybe('logPredicate', logPredicate, { since: '2.1' }),
  ),
};

export const outputParam: Form = {
  attributes,
  extended: { since: 'Beta 6' },
  ...parts(
    ...declared,
    described,
    maybe('defaultValue', anything, { since: '2.0' }),
    maybe('mandatory', anything),
    maybe('isCutThroughParam', anything, { since: 'Beta 4' }),
    maybe('logPredicate', logPredicate, { since: '2.1' }),
  ),
};

export const localVariable: Form = {
  attributes,
  extended: { since: '2.2' },
  ...parts(...declared, described, maybe('initialValue', text(anyText))),
};
