/** The examples of the languages are valid and run; the reference pages have every key. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runTests, validate } from '../../src/operations/index.ts';
import { registeredLanguages } from '../../src/operations/language-lists/languages.ts';
import { referenceOf } from '../../src/operations/languages/describe-language.ts';

const languages = registeredLanguages();
const examples = languages.flatMap(({ id, reference }) =>
  reference.examples.map((each) => ({ id, ...each })),
);

test.each(examples)(
  '[L8] the example $name of $id is valid, and no case fails or leaves a path out',
  async (example) => {
    const file = { path: example.name, text: example.text };
    const { files } = validate({ files: [file], api: null });
    expect(files[0]).toMatchObject({ language: example.id, violations: [], warnings: [] });
    const path = example.name.replace(/\.\w+$/, '.test.yaml');
    const text = readFileSync(new URL(`examples/${path}`, import.meta.url), 'utf8');
    const report = await runTests({ tests: { path, text }, file, api: null });
    expect(report.cases.flatMap(({ name, mismatches }) => mismatches.map((each) => [name, each]))).toEqual(
      [],
    );
    expect([report.violations, report.passed, report.untaken]).toEqual([[], true, []]);
  },
);

describe.each(languages)('$id', (language) => {
  const { page } = referenceOf(language);

  test('[L8] the reference page is short, has all examples, and says how to validate, save and run', () => {
    expect(Buffer.byteLength(language.reference.page())).toBeLessThan(16_384);
    for (const { text } of language.reference.examples) expect(page).toContain(text.trimEnd());
    for (const word of ['workflow_save', 'signalbox validate FILE', '/v1/documents/'])
      expect(page).toContain(word);
    expect(page).not.toContain('<!--');
  });

  test('[L8] every whole document on the reference page is valid', () => {
    const blocks = [...language.reference.page().matchAll(/^```(yaml|xml)\n(.*?)^```/gms)];
    const documents = blocks.map(([, kind, text = ''], at) => ({ path: `${at}.${kind}`, text }));
    const whole = documents.filter(({ text }) => language.recognises({ path: '', text }));
    expect(whole.length).toBeGreaterThan(0);
    const { files } = validate({ files: whole, api: null });
    expect(files.flatMap(({ violations }) => violations.map(({ message }) => message))).toEqual([]);
  });

  test('[L8] the reference page has every key of the schema', () => {
    if (language.schema.mediaType !== 'application/schema+json') return;
    const missing = [...keysIn(JSON.parse(language.schema.text()))].filter((key) => !page.includes(key));
    expect(missing).toEqual([]);
  });
});

/** The names of all properties. */
function* keysIn(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties') yield* Object.keys(value);
    yield* keysIn(value);
  }
}
