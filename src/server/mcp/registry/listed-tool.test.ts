import { ProtocolError } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import type { Tool } from '../contract/tool.ts';
import { listedTool, pageOfTools } from './listed-tool.ts';

const tool = (name: string): Tool => ({
  name,
  title: name,
  toolset: 'cases',
  isUsual: true,
  description: 'Does it.',
  operations: [],
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: { schema: { type: 'object', properties: {} }, parse: (given) => given },
  output: null,
  aliases: [],
  perform: async () => ({ kind: 'answer', value: {} }),
});

const tools = Array.from({ length: 120 }, (_, at) => tool(`tool_${at}`));

test('[P2.3] pages follow each other without a gap, also when tools were added in between', () => {
  const first = pageOfTools(tools, undefined);
  const second = pageOfTools([tool('new'), ...tools], first.nextCursor);
  const third = pageOfTools(tools, second.nextCursor);
  const names = [first, second, third].flatMap((page) => page.tools.map(({ name }) => name));
  expect(names).toEqual(tools.map(({ name }) => name));
  expect(third.nextCursor).toBeUndefined();
});

test('[P2.3] an unknown cursor is refused', () => {
  for (const cursor of ['', 'x', '../..', 'ÿ'.repeat(1_000)]) {
    expect(() => pageOfTools(tools, cursor)).toThrow(ProtocolError);
  }
});

test('[P2.1] a listed tool has its title and hints, and is created once', () => {
  const [first] = tools;
  if (first === undefined) throw new Error('there are tools');
  expect(listedTool(first)).toMatchObject({
    ...{ name: 'tool_0', title: 'tool_0' },
    annotations: { readOnlyHint: true },
  });
  expect(listedTool(first)).toBe(listedTool(first));
});
