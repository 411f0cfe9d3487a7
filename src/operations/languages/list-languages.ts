/** Lists the languages of workflow documents. */
import { z } from 'zod';
import { listOf, objectOf } from '../../languages/output-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { listLanguages } from './get-language.ts';
import { summaryFields } from './language-fields.ts';

const input = z.strictObject({});
const output = objectOf({ languages: listOf(objectOf(summaryFields)) });

export type LanguageList = z.infer<typeof output>;

export const listLanguagesOperation: Operation<z.infer<typeof input>, LanguageList> = {
  name: 'languages.list',
  scope: 'workflows:query',
  writes: false,
  summary: 'Lists the languages in which workflows are written.',
  rest: { method: 'GET', path: '/v1/languages', tag: 'workflows' },
  verb: { name: 'schema' },
  input,
  output,
  perform: async () => ({ languages: listLanguages() }),
};
