/** Editors complete the keys of documents with the schemas, and show what they mean: asked of the service that VS Code uses. */
import { expect, test } from 'vitest';
import {
  type CompletionItem,
  getLanguageService,
  type MarkupContent,
  TextDocument,
} from 'vscode-json-languageservice';
import { registeredLanguages } from '../../src/operations/language-lists/languages.ts';

const schemaOf = (id: string): string =>
  registeredLanguages()
    .find((each) => each.id === id)
    ?.schema.text() ?? '';

/** @param text a document in JSON; `|` marks the position, and begins the key */
async function complete(language: string, text: string): Promise<ReadonlyMap<string, CompletionItem>> {
  const service = getLanguageService({ workspaceContext: { resolveRelativePath: (path) => path } });
  const uri = `signalbox://schemas/${language}`;
  service.configure({ schemas: [{ uri, fileMatch: ['*'], schema: JSON.parse(schemaOf(language)) }] });
  const document = TextDocument.create('file:///document.json', 'json', 1, text.replace('|', ''));
  const position = document.positionAt(text.indexOf('|'));
  const found = await service.doComplete(document, position, service.parseJSONDocument(document));
  return new Map(found?.items.map((item) => [item.label, item]));
}

const docOf = (item: CompletionItem | undefined): string => {
  const { documentation = '' } = item ?? {};
  return typeof documentation === 'string' ? documentation : (documentation satisfies MarkupContent).value;
};

const around = (node: string): string => `{ "workflows": { "a": { "graph": { "b": ${node} } } } }`;

test.each([
  ['graph', '{ | }', ['workflows', 'domain', 'version', 'description']],
  ['graph', '{ "workflows": { "a": { | } } }', ['graph', 'params', 'result', 'description']],
  [
    'graph',
    '{ "workflows": { "a": { "params": { "city": { | } } } } }',
    ['type', 'required', 'default', 'example'],
  ],
  ['graph', around('{ | }'), ['call', 'workflow', 'type', 'depends_on', 'if']],
  ['graph', around('{ "call": "x", | }'), ['args', 'output', 'on_error', 'undo', 'timeout']],
  ['graph', around('{ "call": "x", "on_error": { | } }'), ['retry', 'delay', 'backoff', 'fallback']],
  ['graph', around('{ "type": "yield", | }'), ['message', 'expects', 'who']],
  ['graph', around('{ "type": "foreach", "step": { "call": "x", | } }'), ['args', 'on_error']],
  ['guide', '{ | }', ['id', 'name', 'description', 'steps', 'preconditions']],
  ['guide', '{ "steps": [{ | }] }', ['id', 'title', 'prompt', 'runCondition']],
  ['guide', '{ "steps": [{ "type": "loop", | }] }', ['loop', 'body']],
  ['guide', '{ "steps": [{ "runCondition": { | } }] }', ['var', 'equals', 'and']],
])('[L7] %s: keys are completed in %s', async (language, text, keys) => {
  const items = await complete(language, text);
  expect([...items.keys()]).toEqual(expect.arrayContaining(keys));
  expect(keys.filter((key) => docOf(items.get(key)) === '')).toEqual([]);
});

test('[L7] values are completed, and keys of other kinds of nodes are not', async () => {
  const values = await complete('graph', around('{ "call": "x", "join": | }'));
  expect([...values.keys()]).toEqual(expect.arrayContaining(['"settled"', '"all"', '"any"']));
  const kinds = await complete('graph', around('{ "type": | }'));
  expect([...kinds.keys()]).toEqual(expect.arrayContaining(['"branch"', '"parallel"', '"yield"']));
  const wait = await complete('graph', around('{ "wait": "1 hour", | }'));
  expect([...wait.keys()]).toContain('depends_on');
  expect([...wait.keys()]).not.toContain('args');
  expect(docOf((await complete('graph', around('{ | }'))).get('depends_on'))).toBe(
    'The nodes that must be settled before this one starts.',
  );
});
