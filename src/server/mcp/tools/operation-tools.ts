/** The tools that operations declare: each performs one operation, and follows from its declaration. */
import { z } from 'zod';
import type { Json } from '../../../kernel/index.ts';
import {
  type AnyOperation,
  type ClientNotification,
  confirmTokenName,
  type OperationTool,
  presentedBy,
  type Registry,
} from '../../../operations/index.ts';
import { confirmTokenFieldName, defineTool } from '../contract/define-tool.ts';
import type { JsonObject, Tool, ToolAnswer, ToolCall, ToolHints, ToolInput } from '../contract/tool.ts';
import { nameSyntax } from '../present/name-syntax.ts';
import { presenterOf } from '../present/presenters.ts';
import { toolField } from './operation-fields.ts';
import { performRenamed } from './perform-renamed.ts';
import { confirmTokenField, readOnlyHints, spellingsOf } from './tool-fields.ts';

export const operationTools = (registry: Pick<Registry, 'names' | 'get'>): readonly Tool[] =>
  registry.names.flatMap((name) => {
    const operation = registry.get(name);
    return operation.tool === undefined ? [] : [toTool(operation, operation.tool)];
  });

/** Repeated with its key, a change happens once. */
const writingHints: ToolHints = { ...readOnlyHints, readOnlyHint: false };

function toTool(operation: AnyOperation, tool: OperationTool): Tool {
  const { name: performed, language, writes } = operation;
  const { name, title, description, toolset, terms = 'runs', isUsual = false } = tool;
  const { input, names } = inputOf(operation, tool);
  const fields = new Map(Object.entries(names).map(([field, own]) => [own, field]));
  const presenter = presenterOf(operation.output, tool.answersInSnakeCase);
  const made = defineTool({
    ...{ name, title, description, toolset, terms },
    aliases: tool.aliases ?? [],
    ...(tool.joins === undefined ? {} : { joins: tool.joins }),
    isUsual: isUsual && language === undefined,
    ...(isUsual && language !== undefined ? { usualWith: language } : {}),
    operations: [performed],
    hints: { ...(writes ? writingHints : readOnlyHints), ...tool.hints },
    input,
    spellings: { ...spellingsOf(input), ...tool.spellings },
    ...(operation.notifies === true ? { converses: true } : {}),
    ...(operation.confirmation === undefined ? {} : { confirms: true }),
    output: null,
    async perform(given, call) {
      const renamed = Object.entries(given).map(([own, value]) => [fields.get(own) ?? own, value]);
      const whole = await performRenamed<Json>(call, performed, Object.fromEntries(renamed), names);
      const result = operation.notifies === true ? await sendNotifications(whole, call) : whole;
      const answer = tool.present === undefined ? presenter.present(result) : answerWith(tool, result);
      return { ...answer, value: { ...answer.value, ...nextOf(operation, tool, answer) } };
    },
  });
  return {
    ...made,
    ...(routedToolsets.includes(toolset) ? { meta: metaOf(operation, made.hints) } : {}),
    input: presentingErrors(made.input, operation),
    // Created when first listed.
    get output() {
      return tool.output ?? presenter.output;
    },
  };
}

/** The toolsets whose design groups tools by safety. */
const routedToolsets = ['authoring', 'catalogs'];

const metaOf = ({ rest }: AnyOperation, { readOnlyHint, destructiveHint }: ToolHints): JsonObject => ({
  execution_type: readOnlyHint ? 'safe' : destructiveHint ? 'destructive' : 'standard',
  http_method: rest?.method ?? 'POST',
});

interface ToolFields {
  readonly input: z.ZodObject;
  /** The name in the tool of each field of the operation whose name differs. */
  readonly names: Readonly<Record<string, string>>;
}

function inputOf(operation: AnyOperation, { input, fields = {}, terms = 'runs' }: OperationTool): ToolFields {
  if (input !== undefined) {
    if (operation.confirmation === undefined) return { input, names: fields };
    return {
      input: input.safeExtend({ [confirmTokenFieldName]: confirmTokenField }),
      names: { ...fields, [confirmTokenName]: confirmTokenFieldName },
    };
  }
  if (!(operation.input instanceof z.ZodObject))
    throw new Error(`The tool of “${operation.name}” needs an input.`);
  const shape = Object.entries(operation.input.shape as Readonly<Record<string, z.ZodType>>).map(
    ([field, schema]) => ({ field, ...toolField(field, schema, terms, fields[field]) }),
  );
  return {
    input: z.strictObject(Object.fromEntries(shape.map(({ name, schema }) => [name, schema]))),
    names: Object.fromEntries(shape.flatMap(({ field, name }) => (field === name ? [] : [[field, name]]))),
  };
}

const answerWith = ({ present, bulky, rest }: OperationTool, result: Json): ToolAnswer => ({
  kind: 'answer',
  value: present?.(result) ?? {},
  ...(bulky === undefined ? {} : { bulky }),
  ...(rest === undefined ? {} : { rest }),
});

function nextOf(
  { rest, language }: AnyOperation,
  { next }: OperationTool,
  { value }: ToolAnswer,
): { readonly next?: string } {
  if (next !== undefined) return { next };
  if (rest?.linksSyntax !== true || value['valid'] !== false) return {};
  return { next: `Correct these, and validate again. ${nameSyntax(language ?? null)}` };
}

function presentingErrors(input: ToolInput, { presentError }: AnyOperation): ToolInput {
  if (presentError === undefined) return input;
  return {
    get schema() {
      return input.schema;
    },
    parse(given) {
      try {
        return input.parse(given);
      } catch (error) {
        throw presentedBy(presentError, error);
      }
    },
  };
}

/** They arrive before the answer, which then has none. Without a channel, the answer has them. */
async function sendNotifications(result: Json, { request }: ToolCall): Promise<Json> {
  if (request === null) return result;
  const answer = result as JsonObject;
  for (const notification of answer['notifications'] as unknown as readonly ClientNotification[]) {
    await request.mcpReq.notify(notification as never);
  }
  return { ...answer, notifications: [] };
}
