import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../../test/cli/open-scratch.ts';

const opened: Scratch[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

const adapter = (name: string, provides: string, requires: string) => `adapter: ${name}
version: 1.0.0
title: The ${name}
provides: [{ capability: ${provides}, version: v1 }]
requires: [{ capability: ${requires}, version: v1 }]
inputs: [{ name: size, type: integer, prompt: How big? }]
no_operations: It is a test.
`;

function scratch() {
  const made = openScratch({
    'none.yaml': '{}\n',
    'workflows/hen.yaml': adapter('hen', 'eggs', 'hens'),
    'workflows/egg.yaml': adapter('egg', 'hens', 'eggs'),
    'workflows/lone.yaml': adapter('lone', 'nothing', 'miracles'),
  });
  opened.push(made);
  return { ...made, run: (...args: readonly string[]) => made.run([...args, '--data', 'data']) };
}

test('[Q7.3] a flow of adapters is printed alone, so that it can be saved and asked', async () => {
  const { run, folder } = scratch();
  const { code, out, err } = await run('generate', 'talos', 'lone', 'hetzner');
  expect({ code, err }).toEqual({
    code: 0,
    err: 'lone requires miracles v1. It must exist already.\ntalos requires cni v1.0. It must exist already, or add cilium.\n',
  });
  writeFileSync(join(folder, 'workflows', 'all.yaml'), out);
  expect(await run('validate', 'workflows/all.yaml')).toMatchObject({ code: 0 });
  const as = JSON.parse((await run('generate', 'talos', 'lone', 'hetzner', '--json')).out);
  expect(as).toMatchObject({ document: out, adapters: ['lone', 'hetzner', 'talos'] });
});

test('[Q7.2] without an argument the adapters are listed', async () => {
  const { run } = scratch();
  const { code, out } = await run('generate');
  expect(code).toBe(0);
  expect(out).toMatch(/^adapter +title +provides +requires\n/);
  expect(out).toMatch(/^lone +The lone +nothing +miracles$/m);
  expect(JSON.parse((await run('generate', '--json')).out).adapters).toHaveLength(20);
});

test('[Q7.3] an unknown adapter and a cycle are errors', async () => {
  const { run } = scratch();
  expect(await run('generate', 'hetzer')).toMatchObject({
    out: '',
    err: expect.stringContaining('Did you mean “hetzner”?'),
  });
  expect((await run('generate', 'hetzer')).err).toContain(
    '→ Use a name that “signalbox generate” returns.\n',
  );
  expect((await run('ask', '--adapters', 'hetzer', '--answers', 'none.yaml')).err).toContain(
    '“signalbox generate”',
  );
  expect(await run('generate', 'hen', 'egg')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('hen → egg → hen'),
  });
});
