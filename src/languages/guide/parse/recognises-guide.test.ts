import { expect, test } from 'vitest';
import { recognisesGuide } from './recognises-guide.ts';

const recognised = (text: string): boolean => recognisesGuide({ text });

const long = 'x'.repeat(1000);

test.each([
  ['JSON', '{"id": "a", "name": "b", "steps": []}'],
  ['JSON over lines', '{\n  "steps": [\n    {"id": "one"}\n  ],\n  "name": "b"\n}'],
  ['JSON after a mark', '\ufeff{"name": "b", "steps": []}'],
  ['YAML', 'id: a\nname: b\nsteps:\n  - id: one\n'],
  ['YAML with a start, a directive and comments', '# a guide\n%YAML 1.2\n---\n\nid: a\nsteps: []\n'],
  ['YAML with quotes', '"id": a\n\'steps\' :\n- id: one\n'],
  ['YAML that is indented as a whole', '  id: a\n  steps:\n    - id: one\n'],
  ['YAML in brackets', '{id: a, steps: [{id: one}]}'],
  ['YAML with other line ends', 'id: a\r\nsteps:\r\n  - id: one\r\n'],
  ['a prompt that speaks of workflows', '{"id": "a", "steps": [{"prompt": "say\\n\\"workflows\\": {}"}]}'],
  [
    'a prompt in a block that speaks of workflows',
    'id: a\nsteps:\n  - prompt: |\n      x\n\n      workflows: y\n',
  ],
  ['workflows further down', '{"id": "a", "steps": [{"workflows": 1}], "cases_": 2}'],
  ['a brace too few', '{"id": "a", "name": "b", "steps": [{"id": "one"'],
  ['a quote too few', '{"id": "a,\n "name": "b",\n "steps": []}'],
  ['a comma too few', '{"id": "a"\n"steps": []}'],
  ['a bracket too many', '{"id": "a"}},\n "steps": []}'],
  ['a tab as indentation', 'id: a\nsteps:\n\t- id: one\n'],
  ['steps misspelled', '{"id": "a", "name": "n", "description": "d", "version": "1.0.0", "stepss": []}'],
  ['steps misspelled in YAML', 'id: a\nname: n\nstep:\n  - id: one\n'],
  ['steps misspelled, and something else', 'id: a\ndescription: d\nsetps: []\nowner: me\n'],
  ['steps missing', '{"id": "a", "name": "n", "description": "d", "version": "1.0.0"}'],
  ['steps missing, with what only guides have', 'id: a\nname: n\nmetaGuidance: [x]\nowner: me\n'],
  ['neither id nor name', 'description: d\nversion: 1.0.0\nsteps: []\n'],
])('[U1.1] %s is recognized', (_, text) => {
  expect(recognised(text)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['steps alone', '{"steps": []}'],
  ['no steps', 'id: a\nname: b\n'],
  ['steps further down', 'name: a\njobs:\n  steps:\n    - id: one\n'],
  ['steps in a text', '{"id": "a", "name": "\\"steps\\": []"}'],
  ['steps in a block of text', 'id: a\nabout: |\n  steps: x\n'],
  ['a document of workflows', 'id: a\nsteps: []\nworkflows:\n  a: {}\n'],
  ['test cases', 'name: a\nworkflow: b\nsteps: []\n'],
  ['test cases of another form', '{"id": "a", "steps": [], "cases": []}'],
  ['a package', '{"name": "a", "version": "1.0.0", "description": "d", "license": "MIT"}'],
  ['a package of few words', '{"name": "a", "version": "1.0.0", "description": "d"}'],
  ['a manifest', '{"id": "a", "name": "n", "version": "1.0.0", "description": "d", "author": "me"}'],
  ['data', '{"id": 7, "name": "n", "price": 3, "state": "sold", "tags": []}'],
  ['a record', '{"id": 7, "name": "n", "description": "d"}'],
  ['unfinished workflows', 'workflows:\nid: a\ndescription: d\nversion: 1.0.0\nsteps: []\n'],
  ['an API', 'openapi: 3.1.0\nid: a\nname: n\ntags: []\nsteps: []\n'],
  ['connectors', 'connectors:\n  a: {}\nid: a\nversion: 1.0.0\ndescription: d\n'],
  ['services', 'services: {}\nid: a\nversion: 1.0.0\ndescription: d\n'],
  ['XML', '<specificationSet><id>a</id><steps/></specificationSet>'],
  ['prose', `name: and steps: are words\n${long}\n`],
  ['a list', '[{"id": "a", "steps": []}]'],
  ['steps beyond what is read', `{"id": "a", "x": "${long.repeat(1000)}", "steps": []}`],
])('[U1.1] %s is not', (_, text) => {
  expect(recognised(text)).toBe(false);
});

test.each([
  ['quotes', '"'.repeat(1_000_000)],
  ['escapes', `{"${'\\'.repeat(1_000_000)}`],
  ['spaces', ' '.repeat(1_000_000)],
  ['lines', '\n'.repeat(1_000_000)],
  ['comments', '#\n'.repeat(500_000)],
  ['braces', '{'.repeat(1_000_000)],
  ['a word', `{${'a'.repeat(1_000_000)}`],
  ['a word before spaces', `{${`a${' '.repeat(50)}`.repeat(20_000)}`],
  ['keys of words', `${'a '.repeat(500_000)}:`],
  ['one long space after a word', `{a${' '.repeat(999_000)}`],
])('[U1.1] a megabyte of %s is scanned once', (_, text) => {
  expect(recognised(text)).toBe(false);
});
