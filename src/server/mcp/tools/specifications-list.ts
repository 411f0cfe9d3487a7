import { z } from 'zod';
import { entry, list, object, text, whole } from '../../../languages/answer-schema.ts';
import type { DefinitionList, DefinitionSummary } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { listThatFits } from '../present/list-that-fits.ts';
import { presentSpecification, specificationFields } from '../present/present-specification.ts';
import { cursorField, limitField, nextCursor, readOnlyHints } from './tool-fields.ts';

export const specificationsList = defineTool({
  name: 'specifications_list',
  title: 'List specifications',
  toolset: 'cases',
  isUsual: false,
  terms: 'cases',
  description: `Lists the specifications without errors: every valid workflow, of any language. You can submit cases to each of them, except those with superseded_by: a newer version starts new cases instead.

Use it to find the spec_id for cases_submit. Search with “query” (all words must occur in id, domain, description or path).
Next: specifications_describe shows the case_data and tasks of one; cases_submit starts it. One with missing_operations cannot run on this server yet.`,
  operations: ['definitions.list'],
  hints: readOnlyHints,
  input: z.strictObject({
    query: z.string().min(1).max(200).optional().describe('Words to search for.'),
    language: z.string().min(1).max(50).optional().describe('Only this language, by its id.'),
    limit: limitField(500, 100),
    cursor: cursorField,
  }),
  spellings: { text: 'query' },
  output: object({
    specifications: list(
      entry({ ...specificationFields, updated_at: text() }, [
        'missing_operations',
        'identifier',
        'uri',
        'superseded_by',
      ]),
    ),
    total: whole(),
    next_cursor: nextCursor,
  }),
  aliases: ['specifications/list', 'specifications.list'],
  async perform({ query, ...rest }, call) {
    const asked = { ...rest, valid: true, ...(query === undefined ? {} : { text: query }) };
    const read = (limit: number) => call.perform<DefinitionList>('definitions.list', { ...asked, limit });
    const { entries, page } = await listThatFits(read, rest.limit, ({ definitions }) =>
      definitions.map(present),
    );
    const { total, nextCursor: cursor } = page;
    const value = { specifications: entries, total, ...(cursor === null ? {} : { next_cursor: cursor }) };
    return { kind: 'answer', value };
  },
});

const present = (definition: DefinitionSummary) => ({
  ...presentSpecification(definition),
  updated_at: definition.changedAt,
});
