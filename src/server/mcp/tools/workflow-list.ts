import { z } from 'zod';
import { flag, list, object, text, whole } from '../../../languages/answer-schema.ts';
import type { DefinitionList, DefinitionSummary, Principal } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import type { JsonObject, Tool } from '../contract/tool.ts';
import { toolsetsOfLanguages } from '../contract/toolsets.ts';
import { listThatFits } from '../present/list-that-fits.ts';
import { formatOf } from '../present/present-document.ts';
import { categoryOf, nameForPeople, sourceInWords } from '../present/present-origin.ts';
import { nextOfStepwise } from './stepwise.ts';
import { cursorField, limitField, readOnlyHints } from './tool-fields.ts';

/** Names of the tools that run workflows, by workflow id. */
export type ToolNames = (principal: Principal) => Promise<ReadonlyMap<string, string>>;

export const createWorkflowList = (toolNames: ToolNames): Tool =>
  defineTool({
    name: 'workflow_list',
    title: 'List workflows',
    toolset: 'authoring',
    alsoIn: ['orchestration', ...toolsetsOfLanguages],
    isUsual: true,
    description: `Lists the workflows: id, what each does, and the tool that runs it.

Use it first when a request may be a known procedure, or when you need an id. All words of “query” must occur.
Next: its “tool”, also if not listed, or workflow_run; workflow_get shows the parameters. With valid: false it has errors.`,
    operations: ['definitions.list'],
    hints: readOnlyHints,
    input: z.strictObject({
      query: z.string().min(1).max(200).optional().describe('Words to search for.'),
      category: z.string().min(1).max(200).optional().describe('Only this domain.'),
      tags: z.array(z.string().min(1).max(200)).max(20).optional().describe('Only with all of these.'),
      language: z.string().min(1).max(50).optional().describe('Only this language.'),
      valid: z.boolean().optional().describe('Only without errors, or with.'),
      limit: limitField(500, 100),
      cursor: cursorField,
    }),
    spellings: { text: 'query', domain: 'category' },
    output: object({
      workflows: list(object({ id: text, description: text, valid: flag, tool: text })),
      total: whole,
      next_cursor: text,
    }),
    aliases: ['workflow.list', 'workflow/list', 'workflows_list'],
    async perform({ query, category, ...rest }, call) {
      const asked = {
        ...rest,
        ...(query === undefined ? {} : { text: query }),
        ...(category === undefined ? {} : { domain: category }),
      };
      const read = (limit: number) => call.perform<DefinitionList>('definitions.list', { ...asked, limit });
      const names = await toolNames(call.principal);
      const present = (each: DefinitionSummary) => summaryOf(each, names.get(each.id));
      const { entries, page } = await listThatFits(read, rest.limit, ({ definitions }) =>
        definitions.map(present),
      );
      const { total, nextCursor: cursor } = page;
      const value = { workflows: entries, total, ...(cursor === null ? {} : { next_cursor: cursor }) };
      return { kind: 'answer', value };
    },
  });

function summaryOf(definition: DefinitionSummary, tool: string | undefined): JsonObject {
  const { id, description, version, revision, language, valid, path, writable, tags = [] } = definition;
  return {
    id,
    name: nameForPeople(definition),
    description,
    category: categoryOf(definition),
    ...(tags.length === 0 ? {} : { tags }),
    source: sourceInWords(definition),
    version,
    revision,
    language: language ?? '',
    valid,
    path,
    format: formatOf(path),
    writable,
    updated_at: definition.changedAt,
    ...(valid ? {} : { document_violations: definition.violations }),
    ...(definition.missing.length === 0 ? {} : { missing_operations: definition.missing }),
    ...(tool === undefined ? {} : { tool }),
    ...nextOfStepwise(definition),
  };
}
