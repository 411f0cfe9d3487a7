import { z } from 'zod';
import { list, object, text, whole } from '../../../languages/answer-schema.ts';
import type { DefinitionList, DefinitionSummary } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { listThatFits } from '../present/list-that-fits.ts';
import { presentSpecification } from '../present/present-specification.ts';
import { cursorField, limitField, readOnlyHints } from './tool-fields.ts';

export const specificationsList = defineTool({
  name: 'specifications_list',
  title: 'List specifications',
  toolset: 'cases',
  isUsual: false,
  terms: 'cases',
  description: `Lists the specifications: every valid workflow, of any language.

Use it to find the spec_id for cases_submit. All words of “query” must occur. One with superseded_by starts no new cases; one with missing_operations cannot run on this server yet.
Next: specifications_describe, then cases_submit.`,
  operations: ['definitions.list'],
  hints: readOnlyHints,
  input: z.strictObject({
    query: z.string().min(1).max(200).optional().describe('Words to search for.'),
    language: z.string().min(1).max(50).optional().describe('Only this language.'),
    limit: limitField(500, 100),
    cursor: cursorField,
  }),
  spellings: { text: 'query' },
  output: object({
    specifications: list(object({ spec_id: text, version: text, description: text, superseded_by: text })),
    total: whole,
    next_cursor: text,
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
