import { expect, test } from 'vitest';
import { toolResult } from './tool-result.ts';

test('[P2.2] text and structured content are the same', () => {
  const value = { run_id: 'run_1', result: { a: [1, 'ä'] } };
  const { content, structuredContent, isError } = toolResult({ kind: 'answer', value });
  expect(content).toEqual([{ type: 'text', text: JSON.stringify(value) }]);
  expect(structuredContent).toEqual(value);
  expect(isError).toBeUndefined();
  expect(toolResult({ kind: 'answer', value, isError: true }).isError).toBe(true);
});

test('[P2.2] a value of any type is left out whole, and the rest says so', () => {
  const entries = Array.from({ length: 900 }, () => 'x'.repeat(80));
  for (const big of [entries, { entries }]) {
    const value = { run_id: 'run_1', result: big, payload: { small: true }, small: 'kept' };
    const rest = 'Call something.';
    const answer = {
      kind: 'answer',
      value,
      resource: 'run://run_1',
      rest,
      bulky: ['payload', 'result'],
    } as const;
    const { content, structuredContent } = toolResult(answer);
    const told =
      /\d+ characters of JSON.* are left out\. Call something\. Or read the resource run:\/\/run_1\./;
    expect(structuredContent).toEqual({
      left_out: { result: expect.stringMatching(told), resource: 'run://run_1' },
      run_id: 'run_1',
      result: { left_out: expect.stringMatching(told), resource: 'run://run_1' },
      payload: { small: true },
      small: 'kept',
    });
    expect(content[0]).toEqual({ type: 'text', text: JSON.stringify(structuredContent) });
    expect(content[1]).toMatchObject({ type: 'resource_link', uri: 'run://run_1' });
    expect(toolResult(answer, { limit: Number.POSITIVE_INFINITY }).structuredContent).toEqual(value);
  }
});

test('[P2.2] any other list keeps its first entries, as many as fit, and their count', () => {
  const list = Array.from({ length: 1_000 }, (_, at) => ({ at, text: 'x'.repeat(100) }));
  const { structuredContent } = toolResult({ kind: 'answer', value: { small: ['a'], list }, rest: 'Call.' });
  const shown = Object(structuredContent);
  expect(shown.small).toEqual(['a']);
  expect(shown.list).toEqual(list.slice(0, shown.list.length));
  expect(shown.left_out).toEqual({ list: `The first ${shown.list.length} of 1000 are shown. Call.` });
  expect([shown.list.length > 300, JSON.stringify(shown).length <= 60_000]).toEqual([true, true]);
});

test('[P2.2] a single entry that is too big is shown in part', () => {
  const list = [{ id: 'one', message: 'x'.repeat(70_000) }, { id: 'two' }];
  const shown = Object(toolResult({ kind: 'answer', value: { list } }).structuredContent);
  expect(shown).toMatchObject({
    left_out: { list: 'The first of 2 is shown, in part.' },
    list: [
      { id: 'one', message: expect.stringMatching(/^x{1000}…$/), left_out: { message: expect.any(String) } },
    ],
  });
});

test('[P2.2] a long text keeps its beginning, without a split character', () => {
  const value = { content: `${'x'.repeat(999)}${'𝛼'.repeat(50_000)}` };
  const answer = { kind: 'answer', value, resource: 'workflow://a/b', bulky: ['content'] } as const;
  expect(toolResult(answer).structuredContent).toEqual({
    left_out: {
      content: 'The first 1000 of 100999 characters are shown. Read the resource workflow://a/b.',
      resource: 'workflow://a/b',
    },
    content: `${'x'.repeat(999)}…`,
  });
});

test('[P2.2] big values, alone or together, fit into the answer', () => {
  const long = 'x'.repeat(40_000);
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`field_${at}`, 'y'.repeat(5_000)]));
  const values = [
    many,
    { a: long, b: { long }, c: [long, long] },
    { deep: [{ list: [{ long: long + long }] }] },
  ];
  for (const value of values) {
    const { structuredContent, content } = toolResult({ kind: 'answer', value });
    expect(JSON.stringify(structuredContent).length).toBeLessThanOrEqual(65_000);
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
  }
});
