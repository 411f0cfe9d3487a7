/** Commands in workflows of every language. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { specificationText } from '../yawl/specification-text.ts';
import { type CatalogFixture, openCatalogFixture } from './catalog-fixture.ts';
import { type ApiServer, petDocument, startPets } from './pet-api.ts';

/** A specification whose task is performed by a codelet. */
const looking = specificationText({
  uri: 'Looking',
  nets: [
    {
      id: 'N',
      inputs: { pet: 'string' },
      outputs: { name: 'string' },
      locals: { name: 'string' },
      begin: ['Look'],
      tasks: {
        Look: {
          to: ['o'],
          starting: { pet: '/N/pet' },
          completed: { name: '<name>{/Look/name/text()}</name>' },
        },
      },
    },
  ],
  work: {
    Look: {
      inputs: { pet: 'string' },
      outputs: { name: 'string' },
      more: '<codelet>Look</codelet><externalInteraction>automated</externalInteraction>',
    },
  },
});

let fixture: CatalogFixture;
let api: ApiServer;
beforeAll(async () => {
  api = await startPets();
  fixture = await openCatalogFixture({
    files: {
      'data/services.yaml': 'codelets:\n  Look: { operation: "pets.pets:info", args: { petId: pet } }\n',
      'workflows/looking.yawl': looking,
    },
  });
  await fixture.add('Pets', petDocument(api.url), { vendor: 'pets' });
});
afterAll(async () => {
  await fixture.close();
  await api.close();
});

const graph = (call: string, args: string, result = '$look') =>
  `workflows:\n  w:\n    graph: { look: { call: ${call}, args: ${args} } }\n    result: ${result}\n`;
const warningsOf = async (source: string) => JSON.stringify((await validate(source)).warnings);
const validate = (source: string) => fixture.call('definitions.validate', { path: 'w.yaml', source });

test.each(['pets.showPet', 'pets.pets:info'])('[C5.9] a workflow calls a command as %s', async (call) => {
  const source = graph(call, '{ petId: p1 }');
  expect(await validate(source)).toMatchObject({ valid: true, violations: [], warnings: [] });
  await fixture.call('definitions.save', { path: 'w.yaml', source, overwrite: true });
  expect(await fixture.start('w')).toMatchObject({
    status: 'completed',
    output: { id: 'p1', name: 'Rex' },
  });
  const wrong = await validate(graph(call, '{ petId: [p1] }'));
  expect(wrong.warnings).toMatchObject([{ path: expect.stringContaining('petId') }]);
});

test('[C5.9] arguments and results are checked when a workflow is validated or saved', async () => {
  for (const [source, words] of [
    [graph('pets.showPet', '{ petId: [p1] }'), /petId/],
    [graph('pets.showPet', '{}'), /petId/],
    [graph('pets.showPet', '{ petId: p1, tag: x }'), /tag/],
    [graph('pets.showPet', '{ petId: p1 }', '$look.name.first'), /first/],
    [graph('pets.listPets', '{}', '$look.name'), /name/],
  ] as const) {
    const warnings = await warningsOf(source);
    expect([source, warnings]).toEqual([source, expect.stringMatching(words)]);
    const saved = await fixture.call('definitions.save', { path: 'w.yaml', source, overwrite: true });
    expect([source, JSON.stringify(saved.warnings)]).toEqual([source, warnings]);
  }
  expect(await warningsOf(graph('pets.showPets', '{ petId: p1 }'))).toContain(
    'No connector offers “pets.showPets”',
  );
});

test('[C5.9] after an import documents are checked against the new version', async () => {
  const source = graph('pets.countPets', '{}');
  expect(await warningsOf(source)).toContain('pets.countPets');
  const { paths, ...rest } = petDocument(api.url);
  const counting = {
    '/count': { get: { operationId: 'countPets', responses: { 200: { description: 'x' } } } },
  };
  await fixture.add('Pets', { ...rest, paths: { ...paths, ...counting } }, { overwrite: true });
  expect(await validate(source)).toMatchObject({ valid: true, warnings: [] });
  await fixture.add('Pets', petDocument(api.url), { overwrite: true });
});

test('[C5.9] a service of YAWL specifications can be a command', async () => {
  const asked = api.asked.length;
  const run = await fixture.start('Looking', { pet: 'p2' });
  expect(run).toMatchObject({ status: 'completed', output: { name: 'Mia' } });
  expect(api.lines().slice(asked)).toEqual(['GET /pets/p2']);
});

test.each(['pets.listPets', 'pets.pets:list'])('[C5.9][H7.1] a call of %s takes options', async (call) => {
  const source = graph(call, '{ $call: { pages: 2 } }');
  expect(await validate(source)).toMatchObject({ valid: true, warnings: [] });
  await fixture.call('definitions.save', { path: 'w.yaml', source, overwrite: true });
  expect(await fixture.start('w')).toMatchObject({ status: 'completed' });
});

test('[C5.9] a run does not begin if a command that it calls does not exist', async () => {
  const source = graph('pets.showPets', '{ petId: p1 }');
  expect(await warningsOf(source)).toContain('Did you mean “pets.showPet”?');
  await fixture.call('definitions.save', { path: 'w.yaml', source, overwrite: true });
  const refused = await fixture.refused('runs.start', { workflow: 'w' });
  expect(refused).toMatchObject({ code: 'unknown_operation' });
  expect(refused.message).toContain('“pets.showPet”');
});
