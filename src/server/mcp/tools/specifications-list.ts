import { z } from 'zod';
import type { DefinitionList, DefinitionSummary } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { entry, list, object, text, whole } from '../present/answer-schema.ts';
import { listThatFits } from '../present/list-that-fits.ts';
import { presentSpecification, specificationFields } from '../present/present-specification.ts';
import { cursorField, limitField, nextCursor, readOnlyHints } from './tool-fields.ts';

export const specificationsList = defineTool({
  name: 'specifications_list',
  title: 'List specifications',
  toolset: 'cases',
  isUsual: false,
  terms: 'cases',
  description: `Lists the specifications without mistakes: every valid workflow, of any language. Cases can be submitted to each of them, but for those with superseded_by: a newer version starts new cases instead.

Use it to find the spec_id for cases_submit. Search with “query” (all words must occur in id, domain, description or path).
Next: specifications_describe shows what case_data one takes and what tasks it has; cases_submit starts it. One with missing_operations cannot run here yet.`,
  operations: ['definitions.list'],
  hints: readOnlyHints,
  input: z.strictObject({
    query: z.string().min(1).max(200).optional().describe('Words to look for.'),
    language: z.string().min(1).max(50).optional().describe('Only of this language, such as “graph”.'),
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
