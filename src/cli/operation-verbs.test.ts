import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../test/cli/open-scratch.ts';
import { registryWithToy } from '../../test/rest/toy-operation.ts';
import { fieldsOf, registry, verbByOperation } from '../operations/index.ts';
import { operationVerbs } from './operation-verbs.ts';
import { describeAnswer } from './print/describe-answer.ts';
import { verbs } from './verbs.ts';

const hello = `workflows:
  hello:
    graph:
      ask: { type: yield, message: "Who?", expects: { name: str } }
    result: $ask.name
`;

let scratch: Scratch;
beforeAll(() => {
  scratch = openScratch({ 'workflows/hello.yaml': hello });
});
afterAll(() => scratch.close());

const run = (...args: readonly string[]) =>
  scratch.run([...args, '--data', 'data', '--workflows', 'workflows']);
const runToy = (...args: readonly string[]) =>
  scratch.run([...args, '--data', 'data'], { registry: registryWithToy });

describe('a verb of one declaration', () => {
  test('[W4.5][T8.1] is listed, and has a help with its arguments, options and examples', async () => {
    const { out: listed } = await scratch.run(['--help'], { registry: registryWithToy });
    expect(listed).toMatch(/^ {2}greeting send {2,}sends a greeting$/m);
    expect((await run('--help')).out).not.toContain('greeting send');
    const { code, out } = await runToy('greeting', 'send', '--help');
    expect(code).toBe(0);
    expect(out).toMatch(/^signalbox greeting send NAME \[options\]\n\nSends a greeting\.\n\n/);
    expect(out).toMatch(/^ {2}--times N {2,}how often$/m);
    expect(out).toMatch(/^ {2}--is-loud {2,}in capital letters$/m);
    expect(out).toMatch(/^ {2}--titles LIST {2,}what comes before the name$/m);
    expect(out).toMatch(/^ {2}--style JSON {2,}how it looks$/m);
    expect(out).toContain('Example:\n  signalbox greeting send Ada --times 2\n');
  });

  test('[W4.5][T8.1] parses values by their types, and prints the answer for people or as JSON', async () => {
    const plain = await runToy('greeting', 'send', 'Ada', '--times', '2', '--is-loud');
    expect(plain).toMatchObject({ code: 0, out: 'greeting  HELLO, ADA! HELLO, ADA!\n', err: '' });
    const words = ['greeting', 'send', 'Ada', '--titles', 'Dr,Dame', '--titles', 'Lady', '--style'];
    const { out } = await runToy(...words, '{"bold": true}', '--json');
    expect(JSON.parse(out)).toEqual({ greeting: 'Hello, Dr Dame Lady Ada!', style: { bold: true } });
  });

  test('[T8.1] reports what is missing, unknown or of another type', async () => {
    expect(await runToy('greeting', 'send')).toMatchObject({
      code: 2,
      out: '',
      err: 'greeting send needs an argument: signalbox greeting send NAME\nRun “signalbox --help” for usage.\n',
    });
    const wrong = await runToy('greeting', 'send', 'Ada', '--times', 'often', '--style', '{bold');
    expect(wrong.code).toBe(2);
    expect(wrong.err).toMatch(/“times” must be a whole number\.\n.*“style” must be an object/s);
    expect((await runToy('greeting', 'send', 'Ada', '--time', '2')).err).toContain('Did you mean “--times”?');
    expect((await runToy('greeting', 'sned', 'Ada')).err).toContain('Did you mean “greeting send”?');
    expect((await runToy('greeting')).err).toContain(
      'Unknown verb “greeting”. Did you mean “greeting send”?',
    );
  });
});

test('[T8.1] lists what connectors offer, and the revisions of documents', async () => {
  const { code, out } = await run('connectors');
  expect(code).toBe(0);
  expect(out).toMatch(/^name +state +message +operations\n/);
  expect(out).toMatch(/^built-in +ready +echo, sleep, transform, fail$/m);
  expect((await run('document', 'revisions', 'hello.yaml')).out).toMatch(
    /^path {7}hello\.yaml\nrevisions\n {2}revision +at +by\n {2}[0-9a-f]{64} /,
  );
  expect(await run('document', 'show', 'other.yaml')).toMatchObject({ code: 2, out: '' });
});

test('[T8.1] a run can be named as with other verbs', async () => {
  await run('run', 'hello', '--no-wait');
  const { code, out } = await run('compare', 'last', 'last', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ sameProgram: true, difference: null });
});

test('[T8.1] every verb of an operation exists, and no option of one hides another', async () => {
  for (const [operation, verb] of verbByOperation) {
    const words = verb.replace('signalbox ', '');
    const [first = '', second] = words.split(' ');
    const command = verbs.has(words) ? undefined : await verbs.get(first)?.load();
    if (command !== undefined && second !== undefined) {
      expect([operation, command.arguments?.usage]).toEqual([operation, expect.stringContaining(second)]);
    }
  }
  for (const [verb, { load }] of operationVerbs(verbs, {} as never)) {
    const options = (await load()).options.map(({ name }) => name);
    expect([verb, new Set(options).size]).toEqual([verb, options.length]);
  }
  for (const name of registry.names) {
    const { verb } = registry.get(name);
    const fields = [...fieldsOf(registry.get(name)).schemas.keys()];
    expect([name, fields]).toEqual([name, expect.arrayContaining(Object.keys(verb?.args ?? {}))]);
  }
});

test('[T8.1] an answer has a line for each field that has a value, and no control characters', () => {
  const screen = { isTerminal: true, columns: 40 };
  const answer = {
    name: 'a\u001b[2J',
    nothing: null,
    long: 'one two three four five six seven eight nine',
    text: 'first\nsecond\n',
    rows: [{ id: 1, tags: ['a', 'b'] }, { id: 2 }],
    deep: [
      { id: 1, part: { of: 'it' } },
      { id: 2, part: {} },
    ],
  };
  expect(describeAnswer(screen, answer)).toBe(
    [
      ...['name  a�[2J', 'long  one two three four five six seven', '      eight nine'],
      ...['text', '  first', '  second', 'rows', '  id  tags', '  1   a, b', '  2'],
      ...['deep', '  id    1', '  part', '    of  it', '', '  id  2', ''],
    ].join('\n'),
  );
  expect(describeAnswer(screen, { list: [] })).toBe('');
});
