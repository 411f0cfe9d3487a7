/** Valid documents of each language: the examples, and those of the pages and tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseDocument, toJson } from '../../src/languages/index.ts';
import { readDefinition } from '../../src/operations/documents/read-definition.ts';
import { registeredLanguages } from '../../src/operations/language-lists/languages.ts';
import { kinds } from '../diagnostics/kinds.ts';

export interface TestDocument {
  readonly path: string;
  readonly text: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): TestDocument => ({ path, text: readFileSync(`${root}${path}`, 'utf8') });

const inFolder = (folder: string): readonly TestDocument[] =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ya?ml|json|yawl|xml)$/.test(name))
    .map((name) => read(`${folder}/${name}`));

const inPage = (path: string): readonly TestDocument[] =>
  [...read(path).text.matchAll(/^```(yaml|json|xml)\n(.*?)^```/gms)].map(([, kind, text = ''], at) => ({
    path: `${path}-${at}.${kind}`,
    text,
  }));

const candidates = [
  ...registeredLanguages().flatMap(({ id, reference }) =>
    reference.examples.map(({ name, text }) => ({ path: `${id}/${name}`, text })),
  ),
  ...['docs/graph.md', 'docs/guides.md', 'docs/first-workflow.md', 'docs/expressions.md'].flatMap(inPage),
  ...registeredLanguages().flatMap(({ id }) => inPage(`src/languages/${id}/reference.md`)),
  ...['examples', 'src/languages/questions/adapters', 'test/yawl/specifications', 'test/graph'].flatMap(
    inFolder,
  ),
  ...Object.entries(kinds).flatMap(([, { documents }]) =>
    Object.entries(documents).map(([path, text]) => ({ path, text })),
  ),
];

/** The documents of a language without errors. */
export const validDocuments = (language: string): readonly TestDocument[] =>
  candidates.filter((file) => {
    const { report } = readDefinition(file, { operations: null });
    return report.language === language && report.valid;
  });

/** `undefined` if it cannot be parsed. */
export const dataOf = (file: TestDocument): unknown => {
  const { root: located, violations } = parseDocument(file);
  return located === null || violations.length > 0 ? undefined : toJson(located);
};
