/** docs/questions.md is correct: its flows are valid, its sessions work as shown, and its tables match the code. */
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ErrorCode, OperationError, registry, validate } from '../../src/operations/index.ts';
import { describeError } from '../../src/server/errors/error-codes.ts';
import { openScratch, type Scratch } from '../cli/open-scratch.ts';
import { openTestTerminal } from '../cli/open-test-terminal.ts';
import { patternOf, playPage } from '../rest/play-session.ts';
import { openRestFixture } from '../rest/rest-fixture.ts';
import { openLineClient } from '../rpc/line-client.ts';

const at = (path: string): URL => new URL(path, new URL('../../docs/', import.meta.url));
const read = (path: string): string => readFileSync(at(path), 'utf8');
const page = read('questions.md');

const blocksOf = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);

const flows = blocksOf('yaml');
const files: Readonly<Record<string, string>> = Object.fromEntries(
  flows.map((text) => [`${/^workflow_id: (\S+)$/m.exec(text)?.[1]}.yaml`, text]),
);

let scratch: Scratch;
beforeAll(() => {
  scratch = openScratch({ 'workflows/lunch.yaml': flows[0] ?? '' });
});
afterAll(() => scratch.close());

test('[A8][Q1.1] the flows on the page are valid', () => {
  expect(flows.length).toBe(3);
  for (const text of flows) {
    const [report] = validate({ files: [{ path: 'page.yaml', text }], api: null }).files;
    expect(report).toMatchObject({ language: 'questions', violations: [], warnings: [] });
  }
});

test('[A8][Q3.2] the requests on the page are answered as shown', async () => {
  const fixture = await openRestFixture(files);
  let count = 0;
  try {
    for await (const { command, printed, expected } of playPage(page, fixture.url)) {
      expect(printed, command).toMatch(expected);
      count += 1;
    }
  } finally {
    await fixture.close();
  }
  expect(count).toBeGreaterThan(35);
});

test('[A8][Q3.2] the calls of tools on the page are answered as shown', async () => {
  const client = await openLineClient(files);
  const lines = blocksOf('rpc').flatMap((block) => block.trim().split('\n'));
  let [session, state] = ['', ''];
  try {
    for (const [index, line] of lines.entries()) {
      if (!line.startsWith('→ ')) continue;
      const answer = JSON.stringify(
        await client.ask(line.slice(2).replace('run_…', session).replace('sb1.…', state)),
      );
      expect(answer).toMatch(patternOf(lines[index + 1]?.slice(2) ?? ''));
      session ||= /"session_id":"(\w+)"/.exec(answer)?.[1] ?? '';
      state = /"state_blob":"([^"\\]+)"/.exec(answer)?.[1] ?? state;
    }
  } finally {
    await client.remove();
  }
  expect(lines).toHaveLength(6);
});

describe('at the terminal', () => {
  const [validated = '', asked = ''] = blocksOf('console');

  test('[A8][Q1.1] the flow is validated as shown', async () => {
    const { out } = await scratch.run(['validate', 'workflows/lunch.yaml']);
    expect(out).toBe(validated.replace(/^\$ .*\n/, ''));
  });

  test('[A8][Q10.1] a person is asked as shown', async () => {
    const typed = [...asked.matchAll(/^(?: {2}.*> |Perform .*\? )(.*)$/gm)].map(([, line = '']) => line);
    const { terminal, shown } = openTestTerminal(typed);
    const { code, out } = await scratch.run(['ask', 'team-lunch'], { terminal });
    expect(code).toBe(0);
    const [start = '', end = ''] = asked.replace(/^\$ .*\n/, '').split(out);
    expect(shown()).toMatch(patternOf(start + end));
  });
});

/** The cells of a table, row by row, by the first cell of its heading. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const table = page.slice(page.indexOf(`\n| ${heading} |`) + 1).split('\n');
  const end = table.findIndex((line) => !line.startsWith('|'));
  return table.slice(2, end).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const namesIn = (text = ''): readonly string[] =>
  [...text.matchAll(/`([\w/]+)`/g)].map(([, name = '']) => name);
const firstNamesOf = (heading: string) => rowsOf(heading).flatMap(([first]) => namesIn(first));

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
}

const answer = z.toJSONSchema(registry.get('questions.submit').output) as Schema;
const question = answer.properties?.['question']?.anyOf?.find(({ properties }) => properties !== undefined);

test('[A8][Q3.1] the fields of an answer and of a question are those of the code', () => {
  expect(firstNamesOf('response field')).toEqual(
    Object.keys(answer.properties ?? {}).sort(byPage('response field')),
  );
  expect(firstNamesOf('question field')).toEqual(
    Object.keys(question?.properties ?? {}).sort(byPage('question field')),
  );
});

/** In the order of the page. */
const byPage = (heading: string) => {
  const order = firstNamesOf(heading);
  return (one: string, other: string) => order.indexOf(one) - order.indexOf(other);
};

const sourceOf = (path: string): string => read(`../src/languages/questions/${path}`);

test('[A8][Q4.1] the reasons on the page are those of the code', () => {
  const [, reasons = ''] = /type SessionReason =(.*?);/s.exec(sourceOf('refusals.ts')) ?? [];
  const known = [...reasons.matchAll(/'(\w+)'/g)].map(([, reason]) => reason);
  expect(firstNamesOf('reason').sort()).toEqual(known.sort());
});

test('[A8][Q5.1] the notifications on the page are those of the code', () => {
  const text = sourceOf('session/notifications.ts');
  const known = [...text.matchAll(/'(QuestionPath\w+|SessionRestored)'/g)].map(
    ([, name]) => `workflow/${name}`,
  );
  expect([...firstNamesOf('method')].sort()).toEqual([...new Set(known)].sort());
});

test('[A8][Q6.1] the codes of errors on the page have the fields that are shown', () => {
  const { presentError } = registry.get('questions.submit');
  for (const [spelled = '', fields, , codes] of rowsOf('`error.code`')) {
    for (const code of namesIn(codes)) {
      const context = { failedOperation: 'a', undone: 'b' };
      const { details } = new OperationError({ code: code as ErrorCode, message: '', context });
      const shown = presentError?.({ ...details, context, violations: [] } as never) ?? {};
      expect([code, `\`${shown['code']}\``]).toEqual([code, spelled]);
      expect([...namesIn(fields)].sort()).toEqual(
        Object.keys(shown)
          .filter((name) => !['code', 'message'].includes(name))
          .sort(),
      );
      expect(describeError(new OperationError({ code: code as ErrorCode, message: '' }), '')).toBeDefined();
    }
  }
  expect(rowsOf('`error.code`')).toHaveLength(5);
});

test('[A8] the scopes on the page are those of the code', () => {
  const operations = registry.names.map((name) => registry.get(name));
  for (const [, tool, request, scope] of rowsOf('to')) {
    const [, method, path] = /`(\w+) (\S+)`/.exec(request ?? '') ?? [];
    const operation = operations.find(({ rest }) => rest?.method === method && rest?.path === path);
    expect([request, operation?.tool?.name ?? '', operation?.scope]).toEqual([
      request,
      namesIn(tool)[0] ?? '',
      (scope ?? '').replaceAll('`', ''),
    ]);
  }
});

test.each(['questions.md', 'adapters.md'])('[A8] links in docs/%s are valid', (path) => {
  const anchorsOf = (text: string) =>
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 _-]/g, '')
        .replaceAll(' ', '-'),
    );
  const targets = [...read(path).matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
  const lost = targets.filter((target) => {
    const [file = '', anchor] = target.split('#');
    const url = at(file === '' ? path : file);
    return (
      !existsSync(url) || (anchor !== undefined && !anchorsOf(readFileSync(url, 'utf8')).includes(anchor))
    );
  });
  expect(targets.length).toBeGreaterThan(5);
  expect(lost).toEqual([]);
});
