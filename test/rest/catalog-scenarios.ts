/** Scenarios of catalogs and their commands. */
import { petDocument, startPets } from '../catalogs/pets.ts';
import type { OperationScenario } from './operation-scenario.ts';
import type { Answer, RestFixture } from './rest-fixture.ts';

const petStore = { title: 'Pet store', vendor: 'pets', content: petDocument('https://pets.example.com') };

const imported = (fixture: RestFixture, more: object = {}): Promise<Answer> =>
  fixture.ask('POST /v1/catalogs', { body: { ...petStore, overwrite: true, enabled: true, ...more } });

const sent = (
  target: string,
  body: object,
  code: string,
  wrong: { readonly target?: string; readonly body?: object },
): OperationScenario => ({
  status: 200,
  done: async (fixture) => {
    await imported(fixture);
    return fixture.ask(target, { body });
  },
  code,
  refused: (fixture) => fixture.ask(wrong.target ?? target, { body: wrong.body ?? body }),
});

const looked = (path: string, code: string, wrong: string): OperationScenario => ({
  status: 200,
  done: async (fixture) => {
    await imported(fixture);
    return fixture.ask(`GET ${path}`);
  },
  code,
  refused: (fixture) => fixture.ask(`GET ${wrong}`),
});

/** While its commands call a real server. */
async function withPets(fixture: RestFixture, ask: () => Promise<Answer>): Promise<Answer> {
  const pets = await startPets();
  try {
    await imported(fixture, { title: 'Live', vendor: 'live', content: petDocument(pets.url) });
    return await ask();
  } finally {
    await pets.close();
  }
}

export const catalogScenarios: Readonly<Record<string, OperationScenario>> = {
  'catalogs.validate': sent('POST /v1/catalogs/validate', { content: petStore.content }, 'invalid_input', {
    body: {},
  }),
  'catalogs.preview': sent('POST /v1/catalogs/preview', petStore, 'invalid_catalog', {
    body: { ...petStore, content: 'no document' },
  }),
  'catalogs.import': {
    status: 201,
    done: (fixture) => imported(fixture, { title: 'New', vendor: 'new' }),
    code: 'catalog_exists',
    refused: async (fixture) => {
      await imported(fixture);
      return fixture.ask('POST /v1/catalogs', { body: petStore });
    },
  },
  'catalogs.list': looked('/v1/catalogs', 'invalid_input', '/v1/catalogs?a=b'),
  'catalogs.get': looked('/v1/catalogs/pet_store', 'catalog_not_found', '/v1/catalogs/pet_shop'),
  'catalogs.configure': sent(
    'POST /v1/catalogs/pet_store/settings',
    { auth: { apiKey: '${env:SAVED}' } },
    'invalid_input',
    { body: { auth: { apiKey: 'the secret itself' } } },
  ),
  'catalogs.setEnabled': sent('PUT /v1/catalogs/pet_store/enabled', { enabled: true }, 'catalog_not_found', {
    target: 'PUT /v1/catalogs/pet_shop/enabled',
  }),
  'catalogs.remove': {
    status: 200,
    done: async (fixture) => {
      await imported(fixture, { title: 'Old', vendor: 'old' });
      const refusal = await fixture.ask('DELETE /v1/catalogs/old');
      return fixture.ask(`DELETE /v1/catalogs/old?confirmToken=${refusal.textAt('context.confirm_token')}`);
    },
    code: 'confirmation_required',
    refused: async (fixture) => {
      await imported(fixture);
      return fixture.ask('DELETE /v1/catalogs/pet_store');
    },
  },
  'commands.search': looked('/v1/commands?query=pets', 'invalid_input', '/v1/commands?limit=0'),
  'commands.describe': looked(
    '/v1/commands/pets%20pets:info',
    'command_not_found',
    '/v1/commands/pets.shwPet',
  ),
  'commands.values': {
    status: 200,
    done: (fixture) =>
      withPets(fixture, () =>
        fixture.ask('POST /v1/commands/live.showPet/values', { body: { parameter: 'pet_id' } }),
      ),
    code: 'invalid_input',
    refused: async (fixture) => {
      await imported(fixture);
      return fixture.ask('POST /v1/commands/pets.showPet/values', { body: { parameter: 'pet' } });
    },
  },
  'commands.run': {
    status: 200,
    done: (fixture) =>
      withPets(fixture, () =>
        fixture.ask('POST /v1/commands/live.showPet/run', { body: { args: { pet_id: 'p1' } } }),
      ),
    code: 'call_failed',
    refused: (fixture) =>
      withPets(fixture, () =>
        fixture.ask('POST /v1/commands/live.showPet/run', { body: { args: { pet_id: 'p9' } } }),
      ),
  },
};
