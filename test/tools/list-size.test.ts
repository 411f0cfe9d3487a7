/** What an agent reads before it calls anything. About four characters of JSON are a token. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tool } from '../../src/server/mcp/contract/tool.ts';
import { toolsetNames } from '../../src/server/mcp/contract/toolsets.ts';
import { fitDrawings } from '../../src/server/mcp/registry/fit-drawings.ts';
import { tokensOf } from '../../src/server/mcp/registry/listed-tool.ts';
import { ann, openToolFixture, type ToolFixture } from './tool-fixture.ts';

let fixture: ToolFixture;

beforeAll(async () => {
  fixture = await openToolFixture();
});

afterAll(() => fixture.close());

const isWorkflow = ({ name }: Tool): boolean => name.startsWith('w_');
const listOf = (toolset: string) => fixture.toolRegistry.list(ann, [toolset]);
const sizeOf = (tools: readonly Tool[]): number => tools.reduce((sum, tool) => sum + tokensOf(tool), 0);

test('[P2.9] the default list takes at most 4,000 tokens besides workflows, and no tool of any toolset 350 on average', async () => {
  const usual = (await listOf('default')).filter((tool) => !isWorkflow(tool));
  expect(sizeOf(usual)).toBeLessThanOrEqual(4_000);
  for (const toolset of [...toolsetNames, 'default', 'all']) {
    const tools = (await listOf(toolset)).filter((tool) => !isWorkflow(tool));
    expect([toolset, sizeOf(tools) <= 350 * tools.length]).toEqual([toolset, true]);
  }
});

test('[P2.9] output schemas have no prose, and tools of all languages name none', async () => {
  const tools = await listOf('all');
  expect(tools.filter(({ output }) => JSON.stringify(output).includes('"description":"'))).toEqual([]);
  const usual = (await listOf('default')).filter((tool) => !isWorkflow(tool));
  const told = usual.map(({ name, description, output }) => [name, description, JSON.stringify(output)]);
  expect(told.filter((texts) => texts.some((text) => /\bguide|yawl/i.test(text ?? '')))).toEqual([]);
});

/** Without the drawing, its line, or what is said before the first step of a guide. */
const withoutDrawing = (tool: Tool): Tool => ({
  ...tool,
  description: tool.description
    .split('\n\n')
    .filter((part) => !/^(Steps|On failure|Params|Before it|Ask first): /.test(part))
    .join('\n\n'),
});

const exampleFiles = ['guides', 'invoices'].flatMap((folder) => {
  const at = new URL(`../../examples/${folder}/`, import.meta.url);
  return readdirSync(at)
    .filter((name) => /\.(json|ya?ml|yawl)$/.test(name) && !name.includes('.test.'))
    .map((name) => [name, readFileSync(new URL(name, at), 'utf8')] as const);
});

test('[P2.9] the tool of each example takes at most 250 tokens besides its drawing', async () => {
  for (const [path, source] of exampleFiles) {
    await fixture.invoke('workflow_save', { path, content: source, overwrite: true });
  }
  const workflows = (await listOf('orchestration')).filter(isWorkflow);
  expect(workflows.length).toBeGreaterThan(20);
  const sizes = workflows.map((tool) => [tool.name, Math.ceil(tokensOf(withoutDrawing(tool)))] as const);
  expect(sizes.filter(([, tokens]) => tokens > 250)).toEqual([]);
});

test('[P2.9] drawings are listed while the whole list stays within 6,000 tokens, or as the operator sets it', async () => {
  const own = await openToolFixture();
  try {
    const drawn = (tools: readonly Tool[]) => tools.filter(({ description }) => /[┌│]/.test(description));
    const brief = await own.toolRegistry.list(ann, undefined);
    expect(sizeOf(brief)).toBeGreaterThan(0);
    expect(drawn(brief)).toEqual([]);
    const tell = await own.tool('w_tell');
    const few = [...brief.filter((tool) => !isWorkflow(tool)), tell];
    expect(drawn(fitDrawings(few, 'auto'))).toEqual([tell]);
    expect(drawn(fitDrawings(few, 'never'))).toEqual([]);
    const many = [...few, ...Array.from({ length: 10 }, () => tell)];
    expect(sizeOf(many)).toBeGreaterThan(6_000);
    expect(drawn(fitDrawings(many, 'auto'))).toEqual([]);
    expect(drawn(fitDrawings(many, 'always'))).toHaveLength(11);
    const [{ description = '' } = {}] = fitDrawings([tell], 'never');
    expect(description).toMatch(
      /^\[desk\] Gives back what it got\n\nSteps: say\n\nParams: text \(any\), times/,
    );
  } finally {
    await own.close();
  }
});
