import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';
import { endPrograms, startProgram } from '../../../test/cli/start-program.ts';

const opened: Scratch[] = [];
const started: ChildProcess[] = [];
afterEach(async () => {
  await endPrograms(started.splice(0));
  for (const each of opened.splice(0)) each.close();
});

function scratch(files: Readonly<Record<string, string>>): Scratch {
  const made = openScratch(files);
  opened.push(made);
  return made;
}

const order = readFileSync('test/yawl/specifications/order.yawl', 'utf8');
const newer = order.replace('<version>1.2</version>', '<version>1.3</version>');
const bad = 'workflows:\n  bad:\n    graph:\n      a: { call: echo, depends_on: [b] }\n';
const twin = 'workflows:\n  twin:\n    graph:\n      a: { call: echo }\n';

test('[T8][Y7.2] workflows lists versions, and marks superseded ones', async () => {
  const { run } = scratch({ 'workflows/a.yawl': order, 'workflows/b.yawl': newer });
  const { out } = await run(['workflows', '--data', 'data']);
  expect(out).toMatch(/^workflow +version +/);
  expect(out).toMatch(/\nOrderFulfilment +✓ +1\.3 /);
  expect(out).toMatch(/\nOrderFulfilment@1\.2 +– +1\.2, superseded /);
});

test('[T8][T9][Y1.3] warnings are reported after errors, by workflows and by doctor', async () => {
  const files = { 'workflows/one.yaml': twin, 'workflows/two.yaml': twin };
  const warned = scratch(files);
  expect((await warned.run(['workflows', '--data', 'data'])).err).toContain(
    'Warning: one.yaml:2:3: two.yaml also holds a workflow “twin”. The id of this one is “one.twin”.\n→ signalbox validate workflows/one.yaml\n',
  );
  const { out } = await warned.run(['doctor', '--data', 'data']);
  expect(out).toContain('2 valid workflows in ');
  expect(out).toContain('; 2 with warnings; Warning: one.yaml:2:3: ');
  const both = scratch({ ...files, 'workflows/z.yaml': bad });
  expect((await both.run(['workflows', '--data', 'data'])).err).toMatch(
    /^z\.yaml:4:37: The node “b” does not exist\.\n.*\nWarning: one\.yaml/,
  );
});

test('[T8][T9] problems of another process’s folders are reported without advice about local files', async () => {
  const made = scratch({ 'workflows/bad.yaml': bad });
  const server = startProgram(made.folder, ['serve', '--data', 'data', '--port', '0']);
  started.push(server.child);
  await server.says('Press Ctrl-C to end.');
  expect((await made.run(['workflows', '--data', 'data'])).err).toBe(
    'bad.yaml:4:37: The node “b” does not exist.\n',
  );
  const { out } = await made.run(['doctor', '--data', 'data']);
  expect(out).toContain('bad.yaml:4:37: The node “b” does not exist.');
  expect(out).not.toContain('signalbox validate');
});

test('[O1.4][T8] a file whose name has an invisible character is listed as invalid, and no verb reads it', async () => {
  const file = 'workflows/trips\u202elmay.yaml';
  const message =
    'The path “trips<U+202E>lmay.yaml” has the invisible character U+202E. Use a name without it.';
  const { run } = scratch({
    [file]: twin,
    'workflows/below\u200b/one.yaml': bad,
    'workflows/x\u200b.json': '[]',
  });
  const listed = await run(['workflows', '--data', 'data', '--json']);
  expect(JSON.parse(listed.out).definitions).toMatchObject([
    { path: 'below<U+200B>/one.yaml', valid: false },
    { path: 'trips<U+202E>lmay.yaml', valid: false },
  ]);
  expect((await run(['workflows', '--data', 'data'])).err).toContain(message);
  for (const verb of ['run', 'validate', 'graph'])
    expect(await run([verb, file, '--data', 'data'])).toMatchObject({ code: 2, err: `${message}\n` });
});
