/** A tool of an MCP server as an operation that workflows can call. */
import type { Tool } from '@modelcontextprotocol/client';
import { anyType } from '../../expression/index.ts';
import type { OfferedOperation } from '../../runtime/index.ts';
import { fieldsOf, typeOfJsonSchema } from './type-of-json-schema.ts';

/** Takes the key of a call where its author leaves it out. */
const keyParameter = 'idempotency_key';

const maxDescriptionLength = 2_000;

export function toolOperation(tool: Tool): OfferedOperation {
  return {
    name: tool.name,
    description: (tool.description ?? tool.title ?? '').slice(0, maxDescriptionLength),
    parameters: fieldsOf(tool.inputSchema).map(({ name, type, optional }) => ({
      name,
      type,
      required: !optional && name !== keyParameter,
    })),
    ...(takesOthers(tool) ? { open: true } : {}),
    result: tool.outputSchema === undefined ? anyType : typeOfJsonSchema(tool.outputSchema),
    example: undefined,
  };
}

/** Most servers do not say that they take nothing else, and mean it: only who says otherwise, or lists nothing, is open. */
const takesOthers = ({ inputSchema }: Tool): boolean => {
  const others = inputSchema['additionalProperties'];
  return others === undefined ? fieldsOf(inputSchema).length === 0 : others !== false;
};

const takesKey = ({ inputSchema }: Tool): boolean =>
  fieldsOf(inputSchema).some(({ name }) => name === keyParameter);

/** The arguments, with the key where the tool has a place for it. */
export function withKey(
  tool: Tool,
  values: Readonly<Record<string, unknown>>,
  key: string,
): Record<string, unknown> {
  return takesKey(tool) && !Object.hasOwn(values, keyParameter)
    ? { ...values, [keyParameter]: key }
    : { ...values };
}

/** As far as its server says: whoever configured the server trusts it with that. */
export const isHarmless = ({ annotations }: Tool): boolean =>
  annotations?.readOnlyHint === true || annotations?.idempotentHint === true;
