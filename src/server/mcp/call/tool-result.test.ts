import { expect, test } from 'vitest';
import { toolResult } from './tool-result.ts';

test('[P2.2] the text says the same as the structured content', () => {
  const value = { run_id: 'run_1', result: { a: [1, 'ä'] } };
  const { content, structuredContent, isError } = toolResult({ kind: 'answer', value });
  expect(content).toEqual([{ type: 'text', text: JSON.stringify(value) }]);
  expect(structuredContent).toEqual(value);
  expect(isError).toBeUndefined();
  expect(toolResult({ kind: 'answer', value, isError: true }).isError).toBe(true);
});

test('[P2.2] what is too big is left out field by field, in the kind that it had, and linked to', () => {
  const big = 'x'.repeat(50_000);
  const value = { run_id: 'run_1', list: [big], text: big, small: 'kept', data: { big } };
  const answer = { kind: 'answer', value, resource: 'run://run_1', bulky: ['data', 'list', 'text'] } as const;
  const { content, structuredContent } = toolResult(answer);
  expect(structuredContent).toMatchObject({
    run_id: 'run_1',
    small: 'kept',
    text: big,
    list: [],
    data: { resource: 'run://run_1' },
  });
  expect(content[0]).toEqual({ type: 'text', text: JSON.stringify(structuredContent) });
  expect(content[1]).toMatchObject({ type: 'resource_link', uri: 'run://run_1' });
});

test('[P2.2] a long text keeps its beginning', () => {
  const value = { content: 'x'.repeat(100_000) };
  const answer = { kind: 'answer', value, resource: 'workflow://a/b', bulky: ['content'] } as const;
  const { structuredContent } = toolResult(answer);
  expect(structuredContent).toEqual({ content: expect.stringMatching(/^x{1000}… \(.*workflow:\/\/a\/b\)$/) });
});
