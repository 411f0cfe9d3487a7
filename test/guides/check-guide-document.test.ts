import { expect, test } from 'vitest';
import { checkGuideDocument } from '../../src/languages/guide/api/operations/check-guide-document.ts';
import {
  type CheckedText,
  checkGuideText,
  type GuideText,
} from '../../src/languages/guide/check-guide-text.ts';
import { createRandom } from '../../src/testing/index.ts';

const check = async (source: string, more: object = {}): Promise<CheckedText> =>
  checkGuideText(checkGuideDocument.input.parse({ source, ...more }) as GuideText);

const good = {
  id: 'test-workflow',
  name: 'Test Workflow',
  description: 'A simple test workflow',
  version: '1.0.0',
  steps: [{ id: 'step1', title: 'First Step', prompt: 'Do something useful' }],
};
const json = (guide: object): string => JSON.stringify(guide, null, 2);
const nothing = { language: 'guide', valid: true, issues: [], suggestions: [], violations: [], warnings: [] };

test('[U6.1] a guide without errors is valid, as JSON and as YAML', async () => {
  expect(await check(json(good))).toEqual(nothing);
  const yaml =
    'id: test-workflow\nname: Test\ndescription: A test\nversion: 1.0.0\nsteps:\n- {id: step1, title: First, prompt: Do it}\n';
  expect(await check(yaml)).toEqual(nothing);
  const { version, ...others } = good;
  expect(await check(json(others))).toMatchObject({ ...nothing, warnings: [{ rule: 'no-version' }] });
});

test('[U6.1] missing keys are reported in the wording of the design, nested ones with their location', async () => {
  expect(await check('{"id":"test-workflow","name":"Test Workflow"}')).toMatchObject({
    valid: false,
    issues: ["Missing required property 'description'", "Missing required property 'steps'"],
    suggestions: [
      "Add required 'description' field with a meaningful description",
      "Add required 'steps' array with at least one step object",
    ],
  });
  const steps = [...good.steps, { id: 'step2', prompt: 'Do more' }];
  const nested = await check(json({ ...good, steps }));
  expect(nested.issues).toEqual(["Missing required property 'title' in steps[1] (line 12, column 5)"]);
  expect(nested.suggestions).toEqual(["Add required 'title' field with a human-readable title in steps[1]"]);
});

test('[U6.1] invalid JSON is reported with its location, and nothing else', async () => {
  const text = '{"id":"test-workflow","name":"Test Workflow","description":"Missing closing brace"';
  expect(await check(text)).toMatchObject({
    valid: false,
    issues: ['JSON syntax error: Unexpected end of JSON input at position 82 (line 1, column 83)'],
    suggestions: [
      'Check for missing closing braces, brackets, or quotes',
      'Validate JSON syntax using a JSON validator or formatter',
    ],
  });
  const lastComma = await check('{"id": "a-guide", "steps": [], }');
  expect(lastComma.suggestions).toEqual([
    'Remove the last comma.',
    'Validate JSON syntax using a JSON validator or formatter',
  ]);
  const quotes = await check("{'id': 'a-guide'}");
  expect(quotes.suggestions).toEqual(['Validate JSON syntax using a JSON validator or formatter']);
  const { issues } = await check('{\n  "id": "a-guide"\n  "name": "A"\n}');
  expect(issues).toEqual([
    "JSON syntax error: Expected ',' or '}' after a property value at position 22 (line 3, column 3)",
  ]);
  expect((await check('// a remark\n{}')).issues).toEqual([
    "JSON syntax error: Unexpected token '//' at position 0 (line 1, column 1)",
  ]);
  expect((await check('  ', { path: 'a.json' })).issues).toHaveLength(1);
  expect(await check('[]')).toMatchObject({
    issues: { length: 1 },
    suggestions: ["Write an object with 'id', 'name', 'description' and 'steps'"],
  });
});

test('[U6.1] every error is reported once, in the order of the text, with its correction', async () => {
  const steps = [
    { id: 'same-id', titel: 'First', prompt: 'Do it' },
    { id: 'same-id', title: 'Second', prompt: 'Do it', runCondition: { var: 'a', equals: 1, not_equals: 1 } },
  ];
  const { issues, suggestions, violations } = await check(json({ ...good, steps }));
  expect(issues).toHaveLength(violations.length);
  expect(issues[0]).toMatch(/titel.*\(steps\[0\]\.titel, line 9, column 7\)$/);
  expect(suggestions[0]).toBe('Did you mean “title”? (steps[0].titel)');
  expect(violations.map(({ rule }) => rule)).toEqual(['unknown-key', 'duplicate-id', expect.any(String)]);
  const places = violations.map(({ line, column }) => line * 1_000 + column);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test('[U6.1][U6.2] a document in a fence is reported once, and extracted', async () => {
  const text = json(good);
  for (const source of [`\`\`\`json\n${text}\n\`\`\``, `\n\`\`\`\n${text}\n\`\`\`\n`, `~~~yaml\n${text}`]) {
    const checked = await check(source, { repair: true });
    expect(checked).toMatchObject({
      issues: [expect.stringMatching(/^The text is in a Markdown fence \(line 1, column 1\)$/)],
      suggestions: ['Remove the fence lines.'],
      repaired: text,
    });
  }
  const worse = `\`\`\`json\n${text.replace('"title"', '"titel"').replace('useful"', 'useful",')}\n\`\`\``;
  expect(await check(worse, { repair: true })).toMatchObject({ issues: { length: 1 }, repaired: text });
});

test('[U6.2] suggestions for a document without a name are JSON', async () => {
  for (const source of ['null', ' {}\n']) {
    const { violations } = await check(source);
    for (const { suggestion } of violations) {
      for (const { text } of suggestion?.edits ?? [])
        expect(text).toMatch(/"id"|"name"|"description"|"steps"/);
    }
    expect(violations[0]?.suggestion?.edits).toHaveLength(1);
  }
});

test('[U6.2] certain corrections are applied, and nothing else changes', async () => {
  const text = json(good);
  const repaired = async (source: string): Promise<string | undefined> =>
    (await check(source, { repair: true })).repaired;
  expect(await repaired(text)).toBeUndefined();
  expect(await repaired(text.replace('"title"', '"titel"'))).toBe(text);
  expect(await repaired(text.slice(0, -2))).toBe(`${text.slice(0, -2)}}`);
  expect(await repaired(text.replace('useful"', 'useful",'))).toBe(text);
  const strange = `${text.slice(0, -2)},\n  "stps": 1,\n}`;
  expect(await repaired(strange)).toBe(strange.replace('1,\n', '1\n'));
  for (const other of ['workflows: { a: { graph: {} } }', 'null', '{}', '[]']) {
    expect(await repaired(other)).toBeUndefined();
  }
  // Only the author knows what is missing.
  expect(await repaired('{"id":"test-workflow","name":"Test Workflow"}')).toBeUndefined();
  expect(await repaired(text.replace('First Step', ''))).toBeUndefined();
  expect((await check(text.replace('"title"', '"titel"'))).repaired).toBeUndefined();
});

const seed = 20_261_116;
test(`[U6.2] a repaired document has fewer errors, and is JSON, seed ${seed}`, async () => {
  const random = createRandom(seed);
  let repaired = 0;
  for (let round = 0; round < 150; round++) {
    let text = json(good);
    for (let count = 1 + random.int(2); count > 0; count--) {
      const at = random.int(text.length);
      text = text.slice(0, at) + random.pick(['', '', ',', '}', 'x', '"']) + text.slice(at + 1);
    }
    const before = await check(text, { repair: true, path: 'a.json' });
    if (before.repaired === undefined) continue;
    repaired += 1;
    const after = await check(before.repaired);
    expect(() => JSON.parse(before.repaired ?? ''), text).not.toThrow();
    // Invalid JSON is the only reported error.
    const wasJson = before.violations[0]?.rule !== 'json-syntax';
    if (wasJson) expect(after.issues.length, text).toBeLessThan(before.issues.length);
  }
  expect(repaired).toBeGreaterThan(5);
});

test('[U6.2] a repair that stops at a limit says so', async () => {
  const steps = Array.from({ length: 900 }, (_, at) => ({ id: `s${at}`, titel: 'T', prompt: 'P' }));
  const some = await check(json({ ...good, steps }), { repair: true });
  expect(some.repaired).not.toContain('titel');
  expect(some.repair_stopped).toBeUndefined();
  const long = await check(json({ ...good, steps: [{ id: 'a', titel: 'x'.repeat(300_000) }] }), {
    repair: true,
  });
  expect(long.repaired).toBeUndefined();
  expect(long.repair_stopped).toBe('A text of more than 262144 characters is not repaired.');
});
