/** Checks docs/guides.md: its guides are valid, its conversations work as shown, its tables match the code. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type ErrorCode, OperationError, registry, validate } from '../../src/operations/index.ts';
import { describeError } from '../../src/server/errors/error-codes.ts';
import { patternOf, playPage } from '../rest/play-session.ts';
import { openRestFixture } from '../rest/rest-fixture.ts';
import { type LineClient, openLineClient } from '../rpc/line-client.ts';

const at = (path: string): URL => new URL(path, new URL('../../docs/', import.meta.url));
const page = readFileSync(at('guides.md'), 'utf8');
const blocksOf = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);

const guides = blocksOf('yaml');

let client: LineClient;

beforeAll(async () => {
  const files = guides.map((text) => [`${/^id: (\S+)$/m.exec(text)?.[1]}.yaml`, text] as const);
  const more = {
    'many-steps.json': JSON.stringify(guideOf(step, { id: 'many-steps', steps: manySteps })),
    'assessed.json': JSON.stringify(
      guideOf({ ...step, id: 'judge', assessmentRefs: ['readiness'] }, { id: 'assessed', assessments }),
    ),
  };
  client = await openLineClient({ ...Object.fromEntries(files), ...more });
});

afterAll(() => client.remove());

const reportOf = (text: string, path: string) => validate({ files: [{ path, text }], api: null }).files[0];

test('[A8][U1.1] the guides on the page are valid', () => {
  expect(guides.length).toBeGreaterThan(1);
  for (const text of guides) {
    expect(reportOf(text, 'page.yaml')).toMatchObject({ language: 'guide', violations: [], warnings: [] });
  }
});

test('[A8][U7.1] the conversations on the page work as shown', async () => {
  const lines = blocksOf('rpc').flatMap((block) => block.trim().split('\n'));
  expect(lines.length).toBeGreaterThan(8);
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('→ ')) continue;
    const shown = lines[index + 1] ?? '';
    expect(shown).toMatch(/^← /);
    expect(JSON.stringify(await client.ask(line.slice(2)))).toMatch(patternOf(shown.slice(2)));
  }
});

test('[A8][U7.1] the requests on the page are answered as shown', async () => {
  const guide = 'ai-task-implementation.json';
  const fixture = await openRestFixture({ [guide]: readFileSync(at(`../examples/guides/${guide}`), 'utf8') });
  let count = 0;
  try {
    for await (const { command, printed, expected } of playPage(page, fixture.url)) {
      expect(printed, command).toMatch(expected);
      count += 1;
    }
  } finally {
    await fixture.close();
  }
  expect(count).toBe(1);
});

test('[A8][U7.1] parameters and result of workflow_next on the page match the tool', async () => {
  const listed = await client.ask('{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}');
  const { tools } = (listed as { result: { tools: readonly ListedTool[] } }).result;
  const tool = tools.find(({ name }) => name === 'workflow_next');
  const sorted = (names: readonly string[]) => [...new Set(names)].sort();
  expect(sorted(namesOf('parameter'))).toEqual(sorted(Object.keys(tool?.inputSchema.properties ?? {})));
  // The tool lists the main ones.
  const { properties } = z.toJSONSchema(registry.get('guides.next').output);
  const fields = [...Object.keys(properties ?? {}), ...Object.keys(tool?.outputSchema.properties ?? {})];
  expect(sorted(namesOf('response field'))).toEqual(sorted([...fields, 'left_out']));
});

interface ListedTool {
  readonly name: string;
  readonly inputSchema: { readonly properties: object };
  readonly outputSchema: { readonly properties: object };
}

test('[A8][U4.6] a token is as short as the page says', async () => {
  const many = { workflowId: 'many-steps', completedSteps: manySteps.map(({ id }) => id).slice(0, 60) };
  const asked = { jsonrpc: '2.0', id: 1, method: 'workflow_next', params: many };
  const { token } = ((await client.ask(JSON.stringify(asked))) as { result: { token: string } }).result;
  const [, documented] = /A token has about (\d+) characters/.exec(page) ?? [];
  expect(Math.abs(token.length - Number(documented))).toBeLessThan(15);
});

test('[A8][U5.1] the assessment on the page is valid', async () => {
  const [, output = ''] = /such as `(\{"assessments".*?\})`/.exec(page) ?? [];
  const params = { workflowId: 'assessed', stepId: 'judge', output: JSON.parse(output) };
  const asked = { jsonrpc: '2.0', id: 1, method: 'workflow_validate', params };
  expect(await client.ask(JSON.stringify(asked))).toMatchObject({ result: { valid: true } });
});

const namesIn = (text = ''): readonly string[] =>
  [...text.matchAll(/`(?:loop\.)?([$\w]+)`/g)].map(([, name = '']) => name);

/** The cells of a table, row by row, by the first cell of its heading. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const table = page.slice(page.indexOf(`\n| ${heading} |`) + 1).split('\n');
  const rows = table.slice(
    2,
    table.findIndex((line) => !line.startsWith('|')),
  );
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const namesOf = (heading: string): readonly string[] => rowsOf(heading).flatMap(([first]) => namesIn(first));
/** The keys of the newer format. */
const newer = (whose: string): readonly string[] =>
  rowsOf('key').flatMap(([first, of = '']) => (of.split(', ').includes(whose) ? namesIn(first) : []));

const nonsense = { qqqqqqqq: 1 };
const step = { id: 'step-one', title: 'One', prompt: 'Do it' };
const loop = { type: 'while', condition: { var: 'more' }, maxIterations: 2 };
const guideOf = (first: object, more: object = {}): object => ({
  id: 'whole-guide',
  name: 'Whole',
  description: 'Of all',
  version: '1.0.0',
  steps: [first],
  ...more,
});

/** The keys that a part of a guide allows, from the error for an unknown key. */
function keysAt(guide: object): readonly string[] {
  const found = reportOf(JSON.stringify(guide), 'keys.json')?.violations;
  const unknown = found?.filter(({ actual }) => actual === 'qqqqqqqq') ?? [];
  expect(unknown).toHaveLength(1);
  return (unknown[0]?.expected ?? '').split(', ');
}

const times = <Each>(count: number, each: (at: number) => Each): readonly Each[] =>
  Array.from({ length: count }, (_, at) => each(at));
const stepsOf = (count: number) => times(count, (at) => ({ ...step, id: `step-${at}` }));
const manySteps = stepsOf(90);
const evidence = { id: 'evidence', purpose: 'What it rests on', levels: ['guesses', 'examples'] };
const assessments = [{ id: 'readiness', purpose: 'Whether it can be done', dimensions: [evidence] }];

/** By the keys of the table of lengths. */
const textsOf: Readonly<Record<string, (text: string) => object>> = {
  ...Object.fromEntries(
    ['name', 'description', 'category', 'about'].map((key) => [
      key,
      (text: string) => guideOf(step, { [key]: text }),
    ]),
  ),
  ...Object.fromEntries(
    ['tags', 'examples', 'preconditions', 'clarificationPrompts', 'metaGuidance'].map((key) => [
      key,
      (text: string) => guideOf(step, { [key]: [text] }),
    ]),
  ),
  ...Object.fromEntries(
    ['title', 'prompt', 'agentRole'].map((key) => [key, (text: string) => guideOf({ ...step, [key]: text })]),
  ),
};

test('[A8][U1.1] texts may be as long as the page says', () => {
  const rows = rowsOf('text').flatMap(([first, bounds = '']) =>
    namesIn(first).map((key) => [key, ...bounds.replaceAll(',', '').split(' to ').map(Number)] as const),
  );
  expect(rows.map(([key]) => key).sort()).toEqual(Object.keys(textsOf).sort());
  for (const [key, min = 0, max = 0] of rows) {
    const rulesFor = (length: number) =>
      reportOf(JSON.stringify(textsOf[key]?.('x'.repeat(length))), 'long.json')?.violations.map(
        (violation) => violation.rule,
      );
    expect([key, rulesFor(min), rulesFor(max)]).toEqual([key, [], []]);
    expect([key, rulesFor(min - 1), rulesFor(max + 1)]).toEqual([key, ['bad-length'], ['bad-length']]);
  }
});

/** By the first cell of the table of limits: a guide with that many. */
const crowds: Readonly<Record<string, (count: number) => object>> = {
  'steps of a guide, with those in loops': (count) => guideOf(step, { steps: stepsOf(count) }),
  '`tags`': (count) => guideOf(step, { tags: times(count, (at) => `tag-${at}`) }),
  '`examples`': (count) => guideOf(step, { examples: times(count, (at) => `An example ${at}`) }),
  'rules of one step': (count) =>
    guideOf({
      ...step,
      validationCriteria: times(count, (at) => ({ type: 'contains', value: `${at}`, message: 'No.' })),
    }),
  'branches of a parallel step': (count) =>
    guideOf({
      id: 'side',
      title: 'One',
      type: 'parallel',
      parallelDelegations: times(count, (at) => ({ workflowId: 'other', goal: `Goal ${at}` })),
    }),
  'passes of a loop': (count) =>
    guideOf({
      id: 'loop-one',
      title: 'One',
      type: 'loop',
      loop: { ...loop, maxIterations: count },
      body: [step],
    }),
};

test.each(Object.keys(crowds))('[A8][U1.1] a guide can have as many %s as the page says', (what) => {
  const [, max = ''] = rowsOf('what').find(([first]) => first === what) ?? [];
  const isValid = (count: number) =>
    reportOf(JSON.stringify(crowds[what]?.(count)), 'crowd.json')?.violations.length === 0;
  const count = Number(max.replaceAll(',', ''));
  expect([isValid(count), isValid(count + 1)]).toEqual([true, false]);
});

const rule = (type: string): object => ({ type, message: 'Be good', ...nonsense });

const sectionOf = (title: string): string => page.split('\n## ').find((part) => part.startsWith(title)) ?? '';

test.each([
  ['a guide', [...namesOf('key of a guide'), ...newer('a guide')], [guideOf(step, nonsense)]],
  [
    'a step',
    [...namesOf('key of a step'), ...newer('a step'), ...newer('a parallel step')],
    [
      guideOf({ ...step, ...nonsense }),
      guideOf({ id: 'loop-one', title: 'One', type: 'loop', loop, body: [step], ...nonsense }),
      guideOf({ id: 'side', title: 'One', type: 'parallel', parallelDelegations: [], ...nonsense }),
    ],
  ],
  [
    'a condition',
    ['var', ...namesOf('operator')],
    [guideOf({ ...step, runCondition: { var: 'more', ...nonsense } })],
  ],
  [
    'a rule',
    ['type', 'message', 'condition', ...rowsOf('type').flatMap((cells) => namesIn(cells[2]))],
    namesOf('type').map((type) => guideOf({ ...step, validationCriteria: [rule(type)] })),
  ],
])('[A8][U1.1] the keys of %s on the page match the code', (_what, shown, guidesWithNonsense) => {
  expect([...new Set(shown)].sort()).toEqual([...new Set(guidesWithNonsense.flatMap(keysAt))].sort());
});

test('[A8][U1.1] every key of a loop is on the page', () => {
  const body = [{ ...step, id: 'in-it' }];
  const wrong = { id: 'loop-one', title: 'One', type: 'loop', loop: { ...loop, ...nonsense }, body };
  expect([...namesIn(sectionOf('Loops')), ...newer('a loop')]).toEqual(
    expect.arrayContaining([...keysAt(guideOf(wrong))]),
  );
});

test('[A8][U1.4] the structural checks are on the page', () => {
  const folder = new URL('../src/languages/guide/check/', at(''));
  const checks = readdirSync(folder).filter((name) => /^check-.*(?<!\.test)\.ts$/.test(name));
  const text = checks.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
  const rules = new Set([...text.matchAll(/\brule: '([a-z-]+)'/g)].map(([, rule]) => rule));
  const shown = rowsOf('rule').flatMap(([first = '']) => [...first.matchAll(/`([a-z-]+)`/g)]);
  expect(new Set(shown.map(([, rule]) => rule))).toEqual(rules);
});

test('[A8][U7.1] the numbers and codes of errors on the page match the code', () => {
  const rows = [...page.matchAll(/^\| −(\d+) \| \[`(\w+)`\]/gm)];
  expect(rows.length).toBeGreaterThan(7);
  for (const [, number, code = ''] of rows) {
    const error = new OperationError({ code: code as ErrorCode, message: '' });
    expect([code, describeError(error, '')['code']]).toEqual([code, -Number(number)]);
  }
});

test('[A8] links on the page are valid', () => {
  const anchors = [...page.matchAll(/^#+ (.*)$/gm)].map(
    ([, title = '']) => `#${title.toLowerCase().replaceAll(' ', '-')}`,
  );
  const targets = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
  const lost = targets.filter((target) =>
    target.startsWith('#') ? !anchors.includes(target) : !existsSync(at(target.replace(/#.*$/, ''))),
  );
  expect(lost).toEqual([]);
});
