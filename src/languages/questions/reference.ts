/** What authors of question flows, their editors and agents have to know. */
import { fillPage } from '../document/fill-page.ts';
import { jsonSchema, markdownTable } from '../document/json-schema.ts';
import { once } from '../document/once.ts';
import type { LanguageReference, LanguageSchema } from '../language.ts';
import { text as backupSetup } from './examples/backup-setup.yaml';
import { text as hetznerSetup } from './examples/hetzner-setup.yaml';
import {
  adapterShape,
  choicesFromShape,
  flowShape,
  inputShape,
  operationShape,
  questionShape,
  stateShape,
  transitionShape,
  validationShape,
} from './flow-shape.ts';
import { languageId } from './question-item.ts';
import { text as page } from './reference.md';

/** A document is a flow or an adapter. */
export const questionsSchema: LanguageSchema = {
  mediaType: 'application/schema+json',
  text: once(() => {
    const { $schema, $defs: ofFlows, ...flow } = jsonSchema(flowShape);
    const { $schema: _, $defs: ofAdapters, ...adapter } = jsonSchema(adapterShape);
    const head = { $schema, $id: `signalbox://schemas/${languageId}`, title: 'Question flow, or adapter' };
    const $defs = { ...Object(ofFlows), ...Object(ofAdapters) };
    return `${JSON.stringify({ ...head, anyOf: [flow, adapter], $defs })}\n`;
  }),
};

export const questionsReference: LanguageReference = {
  title: 'Question flows',
  summary: 'Questionnaires whose answers decide what is asked next, and what is done at the end.',
  fileNames: ['*.yaml', '*.json'],
  page: fillPage(page, {
    'keys of a flow': () => markdownTable(flowShape),
    'keys of a state': () => markdownTable(stateShape),
    'keys of a question': () => markdownTable(questionShape),
    'keys of a validation': () => markdownTable(validationShape),
    'keys of a transition': () => markdownTable(transitionShape),
    'keys of an operation': () => markdownTable(operationShape),
    'keys of choices': () => markdownTable(choicesFromShape),
    'keys of an adapter': () => markdownTable(adapterShape),
    'keys of an input': () => markdownTable(inputShape),
  }),
  examples: [
    { name: 'backup-setup.yaml', title: 'Types, rules, transitions, nested workflows', text: backupSetup },
    { name: 'hetzner-setup.yaml', title: 'Secrets and operations with undo', text: hetznerSetup },
  ],
};
