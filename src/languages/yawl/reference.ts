/** What authors of specifications, their editors and agents have to know. */
import { once } from '../document/once.ts';
import type { LanguageReference, LanguageSchema } from '../language.ts';
import { text as approval } from './examples/approval.yawl';
import { text as survey } from './examples/survey.yawl';
import { writeXmlSchema } from './form/write-xml-schema.ts';
import { text as page } from './reference.md';

export const yawlSchema: LanguageSchema = { mediaType: 'application/xml', text: once(writeXmlSchema) };

export const yawlReference: LanguageReference = {
  title: 'YAWL',
  summary: 'Nets of tasks for people, in XML: joins, cancellation, multiple instances, data in XML Schema.',
  fileNames: ['*.yawl', '*.xml'],
  page: () => page,
  examples: [
    { name: 'approval.yawl', title: 'A choice, data and a role', text: approval },
    { name: 'survey.yawl', title: 'Several instances of a task', text: survey },
  ],
};
