import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';

const opened: Scratch[] = [];
afterEach(() => {
  for (const scratch of opened.splice(0)) scratch.close();
});

const two = `workflows:
  first:
    description: One after the other
    graph:
      a: { call: do_a }
      b: { call: do_b, depends_on: [a] }
  second:
    description: Broken
    graph:
      c: { call: do_c, depends_on: [gone] }
`;

function scratch(text: string): Scratch {
  const made = openScratch({ 'w.yaml': text });
  opened.push(made);
  return made;
}

test('[T4][D4] the text drawing fits the requested width', async () => {
  const { run } = scratch(two);
  const { code, out, err } = await run(['graph', 'w.yaml', '--workflow', 'first', '--width', '40']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^┌─ Workflow: first ─+┐\n[\s\S]* a [\s\S]* b [\s\S]*┘\n$/);
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(40);
});

test('[T4] by default all workflows are drawn, those with errors as far as they could be read', async () => {
  const { run } = scratch(two);
  const { code, out, err } = await run(['graph', 'w.yaml']);
  expect(code).toBe(0);
  expect(out).toMatch(/Workflow: first[\s\S]*Workflow: second/);
  expect(err).toBe('second has errors. It is drawn as far as it could be read.\n');
});

test('[T4][D3] Mermaid, SVG and JSON are complete documents', async () => {
  const { run } = scratch(two);
  const draw = async (format: string) =>
    (await run(['graph', 'w.yaml', '--workflow=first', `--format=${format}`])).out;
  expect(await draw('mermaid')).toMatch(/flowchart TD\n[\s\S]*-->/);
  expect(await draw('svg')).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
  const sketch = JSON.parse(await draw('json'));
  expect(sketch).toMatchObject({ title: 'first', nodes: [{ id: 'a' }, { id: 'b' }], begins: ['a'] });
  const all = JSON.parse((await run(['graph', 'w.yaml', '--format', 'json'])).out);
  expect(all.map(({ title }: { title: string }) => title)).toEqual(['first', 'second']);
});

test('[T4][T2] an SVG is of one workflow; unknown names, formats and widths are refused with suggestions', async () => {
  const { run } = scratch(two);
  const refused = async (...args: readonly string[]) => {
    const { code, out, err } = await run(['graph', 'w.yaml', ...args]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    return err;
  };
  expect(await refused('--format', 'svg')).toBe('Choose a workflow. Available: first, second.\n');
  expect(await refused('--workflow', 'frist')).toBe(
    'The workflow “frist” does not exist. Did you mean “first”?\n',
  );
  expect(await refused('--width', 'wide')).toContain('a whole number from 24 to 1000');
  expect(await refused('--format', 'png')).toContain('text, mermaid, svg, json');
});

test('[T4] errors of a file without a workflow are reported on the error stream', async () => {
  const { run } = scratch('a: 1');
  const { code, out, err } = await run(['graph', 'w.yaml']);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('w.yaml:1:1  unknown-language');
});
