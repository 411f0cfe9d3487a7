/** The forms of variables: parameters of decompositions, and local variables of nets. */
import {
  anyContent,
  choice,
  type ElementForm,
  exactlyOne,
  type FormPart,
  optional,
  optionalAttribute,
  parts,
  requiredAttribute,
  textForm,
} from './form.ts';
import { anyText, integer, ncName, nmtoken, someText, uri } from './simple-values.ts';

export const logPredicate = parts(
  optional('start', textForm(someText)),
  optional('completion', textForm(someText)),
);

const hint = { ...optionalAttribute(anyText), since: 'Beta 6', until: 'Beta 6' } as const;

const attributes: ElementForm['attributes'] = {
  // In the first version, the name is an attribute and the type has its prefix.
  name: { ...requiredAttribute(nmtoken), until: 'Beta 2' },
  mandatory: hint,
  validationRule: hint,
  validationError: hint,
  label: hint,
  readOnly: hint,
  help: hint,
  controlType: hint,
};

const declared: readonly FormPart[] = [
  exactlyOne('index', textForm(integer), { since: '2.1' }),
  optional('documentation', textForm(anyText), { since: 'Beta 3' }),
  exactlyOne('type', textForm(uri), { until: 'Beta 2' }),
];

const described = choice(
  [
    exactlyOne('name', textForm(ncName), { since: 'Beta 3' }),
    choice(
      [
        exactlyOne('type', textForm(ncName), { since: 'Beta 3' }),
        optional('namespace', textForm(uri), { since: 'Beta 3' }),
      ],
      [exactlyOne('isUntyped', anyContent, { since: 'Beta 3' })],
    ),
  ],
  [exactlyOne('element', textForm(ncName), { since: 'Beta 3' })],
);

export const inputParam: ElementForm = {
  attributes,
  extended: { since: 'Beta 6' },
  ...parts(
    ...declared,
    described,
    // The check of variables reports if it has both, with YAWL's text.
    optional('initialValue', textForm(anyText)),
    optional('mandatory', anyContent),
    optional('logPredicate', logPredicate, { since: '2.1' }),
  ),
};

export const outputParam: ElementForm = {
  attributes,
  extended: { since: 'Beta 6' },
  ...parts(
    ...declared,
    described,
    optional('defaultValue', anyContent, { since: '2.0' }),
    optional('mandatory', anyContent),
    optional('isCutThroughParam', anyContent, { since: 'Beta 4' }),
    optional('logPredicate', logPredicate, { since: '2.1' }),
  ),
};

export const localVariable: ElementForm = {
  attributes,
  extended: { since: '2.2' },
  ...parts(...declared, described, optional('initialValue', textForm(anyText))),
};
