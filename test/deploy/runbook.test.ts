/** docs/runbook.md and the alert rules are correct: commands work, settings are valid, metrics and sections exist. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { verbs } from '../../src/cli/verbs.ts';
import { registry, resolveSettings } from '../../src/operations/index.ts';
import { variableName } from '../../src/operations/settings/setting.ts';
import { settingsTable } from '../../src/operations/settings/settings-table.ts';
import { checkServerSecurity } from '../../src/server/auth/check-server-security.ts';
import { restRoutesOf } from '../../src/server/rest/rest-routes.ts';
import { createMetrics } from '../../src/server/telemetry/metrics.ts';
import { openScratch, type Scratch } from '../cli/open-scratch.ts';
import { at, listAt, readDeployFile, variablesIn } from './deploy-files.ts';

const address = new URL('../../docs/runbook.md', import.meta.url);
const page = readFileSync(address, 'utf8');

const blocks = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);

/** The code of the line. */
const inline = [...page.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) =>
  code.replaceAll(/\s+/g, ' '),
);

const anchorsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Names with their labels, of all metrics. */
async function knownFigures(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const metrics = createMetrics({ tenants: false });
  metrics.noteCall({ tool: 'w_hello', outcome: 'ok', era: 'modern', milliseconds: 20 });
  metrics.noteRequest({ method: 'GET', route: '/', status: 403, code: 'missing_scope', milliseconds: 20 });
  metrics.noteKeyFetch('ok');
  const text = await metrics.write(
    { sessions: 1, subscriptions: 2, streams: 3, calls: 4 },
    {
      problem: '',
      runs: { completed: 1 },
      openItems: 1,
      definitions: { valid: 2, invalid: 1 },
      mistaken: [],
      quotas: { runs: { used: 6, limit: 10 } },
      webhooks: { waiting: 1, givenUp: 1, attempts: { delivered: 1 } },
      keyedRequests: { performed: 1 },
      load: { queued: 4 },
      repositories: [],
    },
  );
  const names = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)];
  const figures = names.flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['', '_bucket', '_sum', '_count'].map((end) => name + end) : [name],
  );
  return new Map(
    figures.map((name) => {
      const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`));
      const labels = lines.flatMap((line) =>
        [...line.matchAll(/[{,](\w+)=/g)].map(([, label = '']) => label),
      );
      return [name, new Set([...labels, 'job'])];
    }),
  );
}

test('[F6.2] links of the page resolve', () => {
  const anchors = anchorsOf(page);
  const targets = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
  const lost = targets.filter((target) => {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? address : new URL(path, address);
    if (!existsSync(file)) return true;
    return (
      anchor !== undefined &&
      !(path === '' ? anchors : anchorsOf(readFileSync(file, 'utf8'))).includes(anchor)
    );
  });
  expect(targets.length).toBeGreaterThan(20);
  expect(lost).toEqual([]);
});

test.each(blocks('env'))('[F6.2] a server with credentials starts with these settings: %s', (text) => {
  const env = variablesIn(text.replaceAll(/<.*>/g, 'x'.repeat(48)));
  const { settings, problems, warnings } = resolveSettings({ flags: new Map(), env, folder: '/' });
  expect([problems, warnings, checkServerSecurity(settings, true).problems]).toEqual([[], [], []]);
  expect(settings).toMatchObject({ mode: 'production', backups: '/mnt/backups' });
});

test('[F6.2] every variable that the page names is a setting', () => {
  const known = new Set(Object.values(settingsTable).flatMap(({ variables }) => variables.map(variableName)));
  const named = [...page.matchAll(/\bSIGNALBOX_[A-Z_]+\b/g)].map(([name]) => name);
  expect(new Set(named).size).toBeGreaterThan(15);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

const rowsOf = (head: string): readonly string[] => {
  const [, table = ''] = page.split(`\n| ${head} |`);
  return table.split('\n\n')[0]?.split('\n').slice(2) ?? [];
};

test('[F6.2] the table of metrics has each metric once, with its normal value', async () => {
  const rows = rowsOf('metric | normal | otherwise').map((row) => row.split(' | '));
  const told = rows.flatMap(([names = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
  const known = [...(await knownFigures()).keys()].filter((name) => !/_(?:bucket|sum|count)$/.test(name));
  expect(told.toSorted()).toEqual(known.toSorted());
  for (const [names, normal = ''] of rows) expect([names, normal.length > 0]).toEqual([names, true]);
});

test('[F6.2] alert rules use existing metrics, labels and routes, and name a section of the page', async () => {
  const figures = await knownFigures();
  const rules = listAt(parse(readDeployFile('prometheus-rules.yaml')), 'groups.0.rules');
  expect(rules.length).toBeGreaterThan(10);
  expect(new Set(rules.map((rule) => at(rule, 'alert'))).size).toBe(rules.length);
  const anchors = anchorsOf(page);
  const routes = restRoutesOf(registry).map(({ method, path }) => `${method} ${path}`);
  for (const rule of rules) {
    const expression = String(at(rule, 'expr'));
    const used = [...expression.matchAll(/\b((?:signalbox|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)];
    expect([expression, used.length > 0]).toEqual([expression, true]);
    for (const [, name = '', matchers = ''] of used) {
      const labels = [...matchers.matchAll(/(\w+)=~?"/g)].map(([, label = '']) => label);
      expect([name, figures.has(name)]).toEqual([name, true]);
      expect([name, labels.filter((label) => figures.get(name)?.has(label) !== true)]).toEqual([name, []]);
      const [, route] = /route="([^"]+)"/.exec(matchers) ?? [];
      const [, method] = /method="([^"]+)"/.exec(matchers) ?? [];
      if (route !== undefined) expect(routes).toContain(`${method} ${route}`);
    }
    expect(anchors).toContain(at(rule, 'annotations.runbook'));
    expect(String(at(rule, 'annotations.summary'))).toMatch(/^[A-Z].*\.$/);
    expect(['critical', 'warning', 'info']).toContain(at(rule, 'labels.severity'));
  }
});

const typed = inline.filter((code) => /^signalbox [a-z]/.test(code));

test.each(typed)('[F6.2] the verb and the options of “%s” exist', async (line) => {
  const [, verb = '', ...words] = line.split(' ');
  const command = await verbs.get(verb)?.load();
  const options = command?.options.map(({ name }) => name);
  expect([verb, command === undefined]).toEqual([verb, false]);
  expect(words.filter((word) => word.startsWith('--') && options?.includes(word) !== true)).toEqual([]);
});

let scratch: Scratch;

beforeAll(async () => {
  scratch = openScratch({
    'var/lib/signalbox/workflows/ask.yaml':
      'workflows: { ask: { graph: { question: { type: yield, message: "Well?", expects: { word: str } } } } }\n',
  });
  mkdirSync(`${scratch.folder}/mnt/backups`, { recursive: true });
  expect((await play('signalbox run ask')).code).toBe(4);
});

afterAll(() => scratch.close());

/** Folders of the machine are mapped to those of the test. */
function play(line: string) {
  const here = line.replaceAll(/(?<= )\/(?=(?:var|mnt)\/)/g, `${scratch.folder}/`);
  return scratch.run(here.split(' ').slice(1), {
    environment: {
      SIGNALBOX_DATA: `${scratch.folder}/var/lib/signalbox`,
      SIGNALBOX_JWT_SECRET: 'x'.repeat(48),
      SIGNALBOX_JWT_ISSUER: 'my-agents',
    },
  });
}

const commands = blocks('sh').flatMap((text) => text.trimEnd().split('\n'));

test('[F6.2] the page has commands, all of them of the program itself', () => {
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter((line) => !line.startsWith('signalbox '))).toEqual([]);
});

test.each(commands)('[F6.2] “%s” works', async (line) => {
  const { code, out, err } = await play(line);
  expect([code, out + err]).toEqual([0, expect.stringMatching(/./)]);
});
