import { z } from 'zod';
import { choice, flag, list, object, text, whole } from '../../../languages/answer-schema.ts';
import type { DefinitionList, DefinitionSummary, Principal } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import type { JsonObject, Tool } from '../contract/tool.ts';
import { toolsetsOfLanguages } from '../contract/toolsets.ts';
import { listThatFits } from '../present/list-that-fits.ts';
import { formatOf } from '../present/present-document.ts';
import { categoryOf, nameForPeople, sourceInWords } from '../present/present-origin.ts';
import { nextOfStepwise, saidOfLanguages } from './stepwise.ts';
import { cursorField, limitField, nextCursor, readOnlyHints } from './tool-fields.ts';

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

Use it first when a request may be a known procedure, or when you need an id. Search with “query” (all words must occur in id, name, category, tags, description or path), or by “category” and “tags”.
Every valid workflow can be run: by its own tool (field “tool”, callable even if it is not listed among your tools), or by workflow_run with its id. workflow_get shows the parameters and steps of one. ${saidOfLanguages('listed')} Those with valid: false have errors; workflow_get with mode “source” shows them.`,
    operations: ['definitions.list'],
    hints: readOnlyHints,
    input: z.strictObject({
      query: z.string().min(1).max(200).optional().describe('Words to search for.'),
      category: z.string().min(1).max(200).optional().describe('Only this category, or domain.'),
      tags: z
        .array(z.string().min(1).max(200))
        .max(20)
        .optional()
        .describe('Only those with all of these tags.'),
      language: z.string().min(1).max(50).optional().describe('Only this language, by its id.'),
      valid: z.boolean().optional().describe('Only those that can run (true), or that have errors (false).'),
      limit: limitField(500, 100),
      cursor: cursorField,
    }),
    spellings: { text: 'query', domain: 'category' },
    output: object({
      workflows: list(
        object({
          id: text(),
          name: text(),
          description: text(),
          category: text('Its topic.'),
          tags: list(text()),
          source: text('Its source.'),
          version: text('As its author wrote it.'),
          revision: text('SHA-256 of its document.'),
          language: text(),
          valid: flag('Whether its document has no errors.'),
          missing_operations: list(
            text(),
            'It cannot run on this server: no single connector offers what it calls.',
          ),
          document_violations: whole('Number of errors in its document, if any.'),
          path: text(),
          format: choice(['yaml', 'json', 'xml']),
          writable: flag(),
          updated_at: text(),
          tool: text('The tool that runs it.'),
          next: text('How to begin, if its steps are shown one at a time.'),
        }),
      ),
      total: whole(),
      next_cursor: nextCursor,
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
