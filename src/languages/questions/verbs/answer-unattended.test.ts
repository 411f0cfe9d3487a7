import { afterEach, expect, test } from 'vitest';
import { openTestTerminal } from '../../../../test/cli/open-test-terminal.ts';
import { type AskScratch, openAskScratch } from '../../../../test/questions/open-ask-scratch.ts';

const opened: AskScratch[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

function scratch(files?: Readonly<Record<string, string>>): AskScratch {
  const made = openAskScratch(files);
  opened.push(made);
  return made;
}

const answers = 'name: shop\ncity: Kiel\nonline: true\ncount: 5\n';
const secret = 'hunter2-correct-horse';

test('[Q10.4] answers a flow from a file, in YAML or JSON, without asking', async () => {
  const { run, stored } = scratch({
    'a.yaml': answers,
    'a.json': '{"user": "ann", "token": "$API_TOKEN", "sure": true}',
  });
  expect(await run(['ask', 'open-shop', '--answers', 'a.yaml'])).toMatchObject({
    code: 0,
    out: '✓ shop.rent: executed\n✓ shop.host: executed\n',
  });
  const { code, out } = await run(['ask', 'log-in', '--answers', 'a.json', '--json']);
  expect({ code, result: JSON.parse(out), stored: stored() }).toMatchObject({
    code: 0,
    result: { answers: { user: 'ann', token: '***REDACTED***', sure: true }, operations: [], run_id: null },
    stored: [],
  });
});

test('[Q10.4] an open question ends with code 1, and the message has its rule, its line and what else is missing', async () => {
  const { run } = scratch({
    'none.yaml': 'city: Kiel\n',
    'bad.yaml': 'name: shop\n# rooms\ncount: 12\ncity: Kiel\nonline: false\n',
    'token.yaml': `user: ann\ntoken: ${secret}\n`,
    'late.yaml': `sure: yes\nuser: ann\ntoken: ${secret}\n`,
  });
  const open = async (flow: string, file: string) => {
    const { code, out, err } = await run(['ask', flow, '--answers', file]);
    return `${code}${out} ${err}`;
  };
  expect(await open('open-shop', 'none.yaml')).toBe(
    '1 none.yaml: “name”: The question has no answer.\n→ Write “name” into none.yaml: a text, matching ^[a-z]+$. The flow may also ask, and the file does not answer: online, count, label.\n',
  );
  expect(await open('open-shop', 'bad.yaml')).toBe(
    '1 bad.yaml:3:1: “count”: The answer must be at most 9, but is 12.\n→ Write “count” into bad.yaml: a whole number, at least 1, at most 9. The flow may also ask, and the file does not answer: label.\n',
  );
  const refused = await open('log-in', 'token.yaml');
  expect(refused).toMatch(/^1 token\.yaml:2:1: “token”: Secrets are not sent\..*\$API_TOKEN/);
  const late = await open('log-in', 'late.yaml');
  expect(late).toMatch(/^1 late\.yaml:3:1: “token”: Secrets are not sent\..*\n→ .*: \$API_TOKEN\.\n$/);
  expect(`${refused}${late}`).not.toContain(secret);
  expect(JSON.parse((await run(['runs', '--json'])).out).runs).toEqual([]);
});

const loop = `version: "1.0.0"
workflow_id: laps
states:
  lap:
    question: { id: lap, type: integer, prompt: Which lap?, automatic_answer: 'default(\${lap}, 0) + 1' }
    next_state: runner
  runner:
    question: { id: runner, type: string, prompt: Who runs? }
    next_state: more
  more:
    question: { id: more, type: boolean, prompt: Another one? }
transitions:
  - { from_state: more, to_state: lap, condition: '\${more} and \${lap} < 3' }
  - { from_state: more, to_state: runner, condition: '\${more}' }
`;

test('[Q10.4] yes and no are answers, and a loop gets the same answers in each pass, but not for ever', async () => {
  const { run } = scratch({
    'workflows/laps.yaml': loop,
    'no.yaml': 'runner: ann\nmore: no\n',
    'yes.yaml': 'runner: ann\nmore: yes\n',
    'half.yaml': 'more: true\n',
  });
  const use = async (file: string, ...args: readonly string[]) =>
    run(['ask', 'laps', '--answers', file, ...args]);
  expect(await use('no.yaml')).toMatchObject({
    code: 0,
    out: 'question  answer\nlap       1 (computed)\nrunner    ann\nmore      no\n',
  });
  expect(await use('yes.yaml')).toMatchObject({
    code: 1,
    err: 'yes.yaml:1:1: “runner”: It is asked again and again: an answer of the file leads back to it.\n→ Write “runner” into yes.yaml: a text.\n',
  });
  const { code, out } = await use('half.yaml', '--json');
  expect({ code, ...JSON.parse(out) }).toMatchObject({
    code: 1,
    error: { code: 'VALIDATION_ERROR', field: 'runner', validation_rule: 'required' },
  });
});

test('[Q10.4] Ctrl-C leaves while answers are sent, and nothing is performed', async () => {
  const { run } = scratch({ 'a.yaml': answers.replace('true', 'yes') });
  const { terminal, interrupt } = openTestTerminal([]);
  const pause = async (): Promise<void> => interrupt();
  const { code, out } = await run(['ask', 'open-shop', '--answers', 'a.yaml'], { terminal, pause });
  expect({ code, out, runs: JSON.parse((await run(['runs', '--json'])).out).runs }).toEqual({
    code: 130,
    out: '',
    runs: [],
  });
});

test('[Q10.4] a file that cannot be used is a usage error with its lines', async () => {
  const { run } = scratch({
    'list.yaml': '- a\n',
    'nested.yaml': 'name: shop\ncity: [Kiel]\ncount:\n',
    'syntax.yaml': 'name: "shop\n',
    'unknown.yaml': `${answers}conut: 3\n`,
    'two.yaml': 'first: 1\nsecond: 2\n',
    'fails.yaml': 'what: it\n',
  });
  const use = async (file: string, flow = 'open-shop') => {
    const { code, err } = await run(['ask', flow, '--answers', file]);
    return `${code} ${err}`;
  };
  expect(await use('list.yaml')).toBe(
    '2 list.yaml:1:1: The file must hold answers by question, such as region: fsn1.\n',
  );
  expect(await use('nested.yaml')).toBe(
    '2 nested.yaml:2:1: The answer of “city” must be a text, a number, true or false.\nnested.yaml:3:1: The answer of “count” must be a text, a number, true or false.\n',
  );
  expect(await use('syntax.yaml')).toMatch(/^2 syntax\.yaml:1:\d+: /);
  expect(await use('gone.yaml')).toContain('2 gone.yaml cannot be read: the file does not exist.');
  expect(await use('unknown.yaml')).toMatch(/^2 [\s\S]*Did you mean “count”\?/);
  expect(await use('unknown.yaml')).toBe(
    '2 unknown.yaml:5:1: The flow has no question “conut”. Did you mean “count”?\n→ Correct unknown.yaml, and run the command again.\n',
  );
  expect(await use('two.yaml')).toMatch(/^2 two\.yaml:1:1: .*“first”.*\n {2}two\.yaml:2:1: .*“second”.*\n→/);
  const asJson = JSON.parse((await run(['ask', 'open-shop', '--answers', 'unknown.yaml', '--json'])).out);
  expect(asJson.error.violations).toMatchObject([{ path: 'answers.conut', line: 5, column: 1 }]);
  expect(await use('fails.yaml', 'break-down')).toMatch(
    /^1 The operation “stop” failed: broken: it\. Undone: begin\./,
  );
});
