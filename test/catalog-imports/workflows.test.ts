/** Commands in workflows of every language. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CatalogFixture, openCatalogFixture } from './catalog-fixture.ts';
import { type ApiServer, petDocument, startPets } from './pet-api.ts';

let fixture: CatalogFixture;
let api: ApiServer;
beforeAll(async () => {
  api = await startPets();
  fixture = await openCatalogFixture();
  await fixture.add('Pets', petDocument(api.url), { vendor: 'pets' });
});
afterAll(async () => {
  await fixture.close();
  await api.close();
});

const graph = (call: string, args: string, result = '$look') =>
  `workflows:\n  w:\n    graph: { look: { call: ${call}, args: ${args} } }\n    result: ${result}\n`;
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
  expect([call, wrong.valid]).toEqual([call, false]);
});

test('[C5.9] arguments and results are checked when a workflow is validated or saved', async () => {
  for (const [source, words] of [
    [graph('pets.showPet', '{ petId: [p1] }'), /petId/],
    [graph('pets.showPet', '{}'), /petId/],
    [graph('pets.showPet', '{ petId: p1, tag: x }'), /tag/],
    [graph('pets.showPet', '{ petId: p1 }', '$look.nam'), /nam/],
    [graph('pets.listPets', '{}', '$look.name'), /name/],
  ] as const) {
    const { valid, violations } = await validate(source);
    expect([source, valid, JSON.stringify(violations)]).toEqual([
      source,
      false,
      expect.stringMatching(words),
    ]);
    expect((await fixture.refused('definitions.save', { path: 'w.yaml', source })).code).toBe(
      'invalid_definition',
    );
  }
  const unknown = await validate(graph('pets.showPets', '{ petId: p1 }'));
  expect(JSON.stringify([unknown.violations, unknown.warnings])).toContain('pets.showPet');
});

test('[C5.9] after an import documents are checked against the new version', async () => {
  const source = graph('pets.countPets', '{}');
  const before = await validate(source);
  expect(JSON.stringify([before.violations, before.warnings])).toContain('pets.countPets');
  const { paths, ...rest } = petDocument(api.url);
  const counting = {
    '/count': { get: { operationId: 'countPets', responses: { 200: { description: 'x' } } } },
  };
  await fixture.add('Pets', { ...rest, paths: { ...paths, ...counting } }, { overwrite: true });
  expect(await validate(source)).toMatchObject({ valid: true, warnings: [] });
  await fixture.add('Pets', petDocument(api.url), { overwrite: true });
});
