/** Maps a tool of an MCP server to an operation that workflows can call. */
import type { Tool } from '@modelcontextprotocol/client';
import { anyType } from '../../expression/index.ts';
import type { OfferedOperation } from '../../runtime/index.ts';
import { fieldsOf, typeOfJsonSchema } from './type-of-json-schema.ts';

/** Receives the idempotency key of a call if its author does not set one. */
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

/** Most servers omit `additionalProperties: false` but mean it: only an explicit true or an empty list is open. */
const takesOthers = ({ inputSchema }: Tool): boolean => {
  const others = inputSchema['additionalProperties'];
  return others === undefined ? fieldsOf(inputSchema).length === 0 : others !== false;
};

const takesKey = ({ inputSchema }: Tool): boolean =>
  fieldsOf(inputSchema).some(({ name }) => name === keyParameter);

/** The arguments, with the idempotency key if the tool has a parameter for it. */
export function withKey(
  tool: Tool,
  values: Readonly<Record<string, unknown>>,
  key: string,
): Record<string, unknown> {
  return takesKey(tool) && !Object.hasOwn(values, keyParameter)
    ? { ...values, [keyParameter]: key }
    : { ...values };
}

/** As declared by the server: the operator trusts it by configuring it. */
export const isHarmless = ({ annotations }: Tool): boolean =>
  annotations?.readOnlyHint === true || annotations?.idempotentHint === true;
