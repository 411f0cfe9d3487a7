import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../cli/open-scratch.ts';
import { fixturePath } from '../fixture-path.ts';

let scratch: Scratch | undefined;
afterEach(() => scratch?.close());

const document = (call: string) =>
  `workflows: { w: { graph: { a: { call: ${call}, args: { to: me } } } } }\n`;

/** The server offers a tool that is called like a built-in operation. */
function open(): Scratch {
  const server = { command: process.execPath, args: [fixturePath('hostile'), 'stdio'] };
  scratch = openScratch({
    'connectors.yml': JSON.stringify({ connectors: { travel: server } }),
    'bare.yaml': document('echo'),
    'ours.yaml': document('built-in.echo'),
    'theirs.yaml': document('travel.echo'),
    'later.yaml': `workflows:
  later:
    graph:
      ask: { type: yield, message: Who?, expects: { who: str } }
      say: { call: echo, depends_on: [ask], args: { to: $ask.who } }
`,
  });
  return scratch;
}

const settings = ['--connectors', 'connectors.yml', '--data', 'data', '--json'];

test('[H3.5][T9] a server that offers the name of a built-in operation receives no call by that name alone, and doctor says so', async () => {
  const { run } = open();
  const message = '“echo” is offered by travel and built-in. Write “travel.echo” or “built-in.echo”.';
  const bare = await run(['run', 'bare.yaml', ...settings]);
  expect(bare.code).toBe(2);
  expect(JSON.parse(bare.out).error).toMatchObject({
    code: 'unknown_operation',
    violations: [{ rule: 'ambiguous-operation', message }],
  });
  const ours = await run(['run', 'ours.yaml', ...settings]);
  expect(JSON.parse(ours.out)).toMatchObject({ status: 'completed', output: { to: 'me' } });
  const { code, out } = await run(['validate', 'bare.yaml', 'ours.yaml', 'theirs.yaml', ...settings]);
  expect(code).toBe(1);
  expect(JSON.parse(out).files).toMatchObject([
    { path: 'bare.yaml', violations: [{ rule: 'unknown-call', message }] },
    { path: 'ours.yaml', valid: true },
    { path: 'theirs.yaml', valid: true },
  ]);
  const { findings } = JSON.parse((await run(['doctor', ...settings])).out);
  expect(findings).toContainEqual({
    what: 'operation echo',
    verdict: 'warn',
    found: message,
    advice: 'A workflow that calls it by its name alone cannot run.',
  });
});

test('[H3.5] a run that started before another connector offered the name keeps its connector', async () => {
  const { run } = open();
  expect((await run(['run', 'later.yaml', '--data', 'data'])).code).toBe(4);
  expect(await run(['answer', 'last', 'who=me', ...settings])).toMatchObject({ code: 0 });
  await expect
    .poll(async () => JSON.parse((await run(['show', 'last', ...settings])).out), { timeout: 20_000 })
    .toMatchObject({ status: 'completed', output: { to: 'me' } });
  expect((await run(['show', 'last', '--data', 'data'])).out).not.toContain('travel');
});
