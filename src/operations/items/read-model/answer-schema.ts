/** Describes the answer to a work item as JSON Schema, for forms and agents. */
import type { Json } from '../../../kernel/index.ts';
import { type Schema, schemaOfDeclared, schemaOfFields } from '../../../languages/schema-of-type.ts';
import type { WorkItem } from '../../../runtime/index.ts';
import { type ExpectedField, typeOfField } from '../../data/expected-fields.ts';
import { dataOfItem } from '../../data/item-data.ts';
import { itemFacetOf } from '../../language-lists/languages.ts';

/** @param item as its language compiled it @param input the whole value; null if there is none yet */
export function answerSchema(
  reason: WorkItem['reason'],
  expects: readonly ExpectedField[],
  item: Json,
  input: Json = null,
): Json {
  if (reason === 'doubt') return verdictSchema;
  if (reason === 'approval') return approvalSchema;
  if (expects.length === 0 && dataOfItem(item) === null) return {};
  const keywords = itemFacetOf(item).answerKeywords?.(item, input) ?? {};
  return schemaOfFields(
    expects.map((field) => ({ ...field, schema: schemaOfField(field, keywords[field.name]) })),
  );
}

function schemaOfField(field: ExpectedField, keywords: Schema = {}): Schema {
  const { description, default: initial } = field;
  return {
    ...schemaOfDeclared(field.shape, typeOfField(field), field.type),
    ...(description === undefined ? {} : { description }),
    ...(initial === undefined ? {} : { default: initial }),
    ...keywords,
  };
}

const verdictSchema: Json = {
  oneOf: [
    {
      type: 'object',
      description: 'The call succeeded and returned this.',
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
