/** The answer to a work item as JSON Schema, for forms and for agents. */
import type { Type } from '../../expression/index.ts';
import type { Json } from '../../kernel/index.ts';
import type { WorkItem } from '../../runtime/index.ts';
import { type ExpectedField, typeOfField } from '../expected-fields.ts';

export function answerSchema(reason: WorkItem['reason'], expects: readonly ExpectedField[]): Json {
  if (reason === 'doubt') return verdictSchema;
  if (reason === 'approval') return approvalSchema;
  if (expects.length === 0) return {};
  return {
    type: 'object',
    properties: Object.fromEntries(expects.map((field) => [field.name, schemaOfField(field)])),
    required: expects.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

function schemaOfField(field: ExpectedField): Json {
  const { description, default: initial } = field;
  return {
    ...schemaOfType(typeOfField(field)),
    ...(description === undefined ? {} : { description }),
    ...(initial === undefined ? {} : { default: initial }),
  };
}

function schemaOfType(type: Type): { readonly [key: string]: Json } {
  switch (type.kind) {
    case 'bool':
      return { type: 'boolean' };
    case 'int':
      return { type: 'integer' };
    case 'number':
    case 'duration':
      return { type: 'number' };
    case 'string':
      return { type: 'string' };
    case 'date':
      return {
        type: 'string',
        description: 'A date such as 2026-01-15, or a time such as 2026-01-15T10:00:00Z.',
      };
    case 'list':
      return { type: 'array' };
    case 'object':
      return { type: 'object' };
    case 'null':
      return { type: 'null' };
    case 'any':
      return {};
  }
}

const verdictSchema: Json = {
  oneOf: [
    {
      type: 'object',
      description: 'The call succeeded, and gave this.',
      properties: { verdict: { const: 'succeeded' }, output: {} },
      required: ['verdict', 'output'],
    },
    {
      type: 'object',
      description: 'The call failed.',
      properties: { verdict: { const: 'failed' }, message: { type: 'string' } },
      required: ['verdict', 'message'],
    },
    {
      type: 'object',
      description: 'Make the call again.',
      properties: { verdict: { const: 'retry' } },
      required: ['verdict'],
    },
  ],
};

const approvalSchema: Json = {
  type: 'object',
  properties: { approved: { const: true } },
  required: ['approved'],
};
