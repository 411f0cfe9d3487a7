import { expect, test } from 'vitest';
import { snakeSchema, snakeValue } from './snake-names.ts';

const schema = {
  type: 'object',
  properties: {
    catalogId: { type: 'string' },
    brokenWorkflows: { type: 'array', items: { type: 'object', properties: { workflowId: {} } } },
    difference: { anyOf: [{ type: 'object', properties: { isNew: {} } }, { type: 'null' }] },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    output: {},
  },
  required: ['catalogId'],
};

test('[P2.1] declared fields are in snake case, in lists and alternatives; names that are data stay', () => {
  const value = {
    catalogId: 'a',
    brokenWorkflows: [{ workflowId: { someData: 1 } }],
    difference: { isNew: true },
    headers: { 'X-Api': 'b' },
    output: { userId: [{ userName: 'c' }] },
  };
  expect(snakeValue(value, schema)).toEqual({
    catalog_id: 'a',
    broken_workflows: [{ workflow_id: { someData: 1 } }],
    difference: { is_new: true },
    headers: { 'X-Api': 'b' },
    output: { userId: [{ userName: 'c' }] },
  });
  expect(snakeValue({ ...value, difference: null }, schema)).toMatchObject({ difference: null });
  const { properties } = Object(snakeSchema(schema));
  expect(Object.keys(properties)).toEqual([
    ...['catalog_id', 'broken_workflows', 'difference', 'headers', 'output'],
  ]);
  expect(properties.broken_workflows.items.properties).toEqual({ workflow_id: {} });
  expect(properties.difference.anyOf[0].properties).toEqual({ is_new: {} });
});
