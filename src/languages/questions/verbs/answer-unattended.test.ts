import { afterEach, expect, test } from 'vitest';
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
  });
  const open = async (flow: string, file: string) => {
    const { code, out, err } = await run(['ask', flow, '--answers', file]);
    return `${code}${out} ${err}`;
  };
  expect(await open('open-shop', 'none.yaml')).toBe(
    '1 none.yaml: The question “name” has no answer. The answer is a text, matching ^[a-z]+$. The flow may also ask, and the file does not answer: online, count, label.\n→ Write into none.yaml: name: the text\n',
  );
  expect(await open('open-shop', 'bad.yaml')).toBe(
    '1 bad.yaml:3:1: The answer of “count” is not valid: The answer must be at most 9, but is 12. The answer is a whole number, at least 1, at most 9. The flow may also ask, and the file does not answer: label.\n→ Write into bad.yaml: count: 1\n',
  );
  const refused = await open('log-in', 'token.yaml');
  expect(refused).toMatch(/^1 token\.yaml:2:1: “token”: Secrets are not sent\..*\$API_TOKEN/);
  expect(refused).not.toContain(secret);
  expect(JSON.parse((await run(['runs', '--json'])).out).runs).toEqual([]);
});

test('[Q10.4] a file that cannot be used is a usage error with its lines', async () => {
  const { run } = scratch({
    'list.yaml': '- a\n',
    'nested.yaml': 'name: shop\ncity: [Kiel]\ncount:\n',
    'syntax.yaml': 'name: "shop\n',
    'unknown.yaml': `${answers}conut: 3\n`,
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
  expect(await use('unknown.yaml')).toContain('5:1');
  expect(await use('fails.yaml', 'break-down')).toMatch(
    /^1 The operation “stop” failed: broken: it Undone: begin\./,
  );
});
