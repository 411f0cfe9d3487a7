/** Every error code has its page, and the values on the pages match the table. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type ErrorCode, errorCodes, errorTable, registry } from '../../src/operations/index.ts';
import { isTest, readTree } from '../architecture/source-tree.ts';

const folder = new URL('../../docs/errors/', import.meta.url);
const files = readdirSync(folder).sort();
const pageOf = (code: string): string => readFileSync(new URL(`${code}.md`, folder), 'utf8');
const list = pageOf('README');

/** Returns the rows of the table of a page. */
function figuresOf(code: ErrorCode): Readonly<Record<string, string>> {
  const { category, status, problemStatus, short, number, spelled, retryable } = errorTable[code];
  return {
    ...(spelled === code ? {} : { '`error_code`': `\`${spelled}\`` }),
    category: `\`${category}\``,
    'HTTP status': `${status}${problemStatus === status ? '' : `, under \`/v1\` ${problemStatus}`}`,
    '`error`': `\`${short}\``,
    'JSON-RPC': `${number}`,
    retryable: retryable ? 'yes' : 'no',
  };
}

/** Returns the paragraphs without line breaks. */
const paragraphsOf = (page: string): readonly string[] =>
  page.split('\n\n').map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim());

/** Some operations report `error` as an object, and no number: its `code` in each of their forms. */
const ownFormsOf = (code: ErrorCode, message: string) =>
  registry.names.map(
    (name) =>
      registry.get(name).presentError?.({
        ...{ code, message, category: errorTable[code].category, context: {}, violations: [] },
      })['code'],
  );

const sectionOf = (page: string, title: string): string =>
  (page.split(`\n## ${title}\n`)[1] ?? '').split('\n## ')[0]?.trim() ?? '';

test('[W3.1] each code has a page, and each page has a code', () => {
  expect(files).toEqual([...errorCodes.map((code) => `${code}.md`), 'README.md'].sort());
});

describe.each(errorCodes)('%s', (code) => {
  const page = pageOf(code);

  test('[W3.1] its page has the meaning and the values of the table', () => {
    const [title, meaning] = paragraphsOf(page);
    expect([title, meaning]).toEqual([`# ${code}`, errorTable[code].meaning]);
    const rows = [...page.matchAll(/^\| (.+?) \| (.+?) \|$/gm)].map(([, name, figure]) => [name, figure]);
    expect(Object.fromEntries(rows)).toEqual(figuresOf(code));
  });

  test('[W3.1] its page says when you get it, with an example that has those values, and what to do', () => {
    const when = sectionOf(page, 'When you get it');
    expect(sectionOf(page, 'What to do').length).toBeGreaterThan(20);
    expect(when.indexOf('```')).toBeGreaterThan(40);
    const [, language, text = ''] = /```(json|console)\n(.*?)\n```$/s.exec(when) ?? [];
    if (language === 'console') return expect(text).toMatch(/^(\$ .+)\n(.|\n)+\n→ .+\.$/);
    const { category, status, problemStatus, short, number, spelled } = errorTable[code];
    const example = JSON.parse(text);
    const isProblem = 'type' in example;
    const own = typeof example.error === 'object';
    if (own) expect(ownFormsOf(code, example.error.message)).toContain(example.error.code);
    expect(example).toMatchObject({
      ...(isProblem ? { type: expect.stringMatching(`/errors/${code}$`), status: problemStatus } : {}),
      error_code: spelled,
      category,
      message: expect.stringMatching(/^\S.*[.?]$/s),
      suggested_action: expect.stringMatching(/^[A-Z].+\.$/),
      http_status: isProblem ? problemStatus : status,
      ...(own ? {} : { error: short, code: number }),
    });
    expect('code' in example).toBe(!own);
  });

  test('[W3.1] the list contains it with its status and its meaning', () => {
    const { status, meaning, spelled } = errorTable[code];
    const spelling = spelled === code ? '' : `, reported as \`${spelled}\``;
    expect(list.split('\n')).toContain(`| [\`${code}\`](${code}.md)${spelling} | ${status} | ${meaning} |`);
  });
});

test('[W3.1] links on the pages have existing targets', () => {
  const anchorOf = (title: string): string =>
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-');
  const lost = files.flatMap((file) =>
    [...pageOf(file.replace('.md', '')).matchAll(/\]\(([^)#]*)(?:#([^)]+))?\)/g)]
      .filter(([, path = '', anchor]) => {
        const target = new URL(path, folder);
        if (!existsSync(target)) return true;
        const titles = [...readFileSync(target, 'utf8').matchAll(/^#+ (.*)$/gm)].map(
          ([, title = '']) => title,
        );
        return anchor !== undefined && !titles.map(anchorOf).includes(anchor);
      })
      .map(([link]) => `${file}: ${link}`),
  );
  expect(lost).toEqual([]);
});

test('[W3.1] every code is used in the source', () => {
  const texts = [...readTree(fileURLToPath(new URL('../..', import.meta.url)), 'src')]
    .filter(([file]) => !isTest(file) && !file.startsWith('src/operations/errors/'))
    .map(([, text]) => text)
    .join('\n');
  expect(errorCodes.filter((code) => !texts.includes(`'${code}'`))).toEqual([]);
});
