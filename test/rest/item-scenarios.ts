/** Scenarios of work items, besides answering them. */
import { members, panel } from '../yawl/panel-specification.ts';
import type { OperationScenario } from './operation-scenario.ts';
import type { RestFixture } from './rest-fixture.ts';

export const panelFile = { 'panel.yawl': panel };

/** @param open the id of an item that is free, or held */
export function itemScenarios(
  open: (fixture: RestFixture, as?: 'ann' | 'bob' | '') => Promise<string>,
): Readonly<Record<string, OperationScenario>> {
  const ask = async (fixture: RestFixture, verb: string, item: string, body: object = {}) =>
    fixture.ask(`POST /v1/items/${item}/${verb}`, { body });
  const twice = async (fixture: RestFixture, verb: string) => {
    const item = await open(fixture);
    await ask(fixture, verb, item);
    return ask(fixture, verb, item);
  };
  return {
    'items.suspend': {
      status: 200,
      done: async (fixture) => ask(fixture, 'suspend', await open(fixture)),
      code: 'work_item_paused',
      refused: (fixture) => twice(fixture, 'suspend'),
    },
    'items.resume': {
      status: 200,
      done: async (fixture) => {
        const item = await open(fixture, 'bob');
        await ask(fixture, 'suspend', item);
        return ask(fixture, 'resume', item);
      },
      code: 'wrong_state',
      refused: async (fixture) => ask(fixture, 'resume', await open(fixture)),
    },
    'items.rollback': {
      status: 200,
      done: async (fixture) => ask(fixture, 'rollback', await open(fixture, 'ann')),
      code: 'work_item_held',
      refused: async (fixture) => ask(fixture, 'rollback', await open(fixture, 'bob')),
    },
    'items.force': {
      status: 200,
      done: async (fixture) => ask(fixture, 'force', await open(fixture, 'bob'), { output: { yes: true } }),
      code: 'work_item_ended',
      refused: (fixture) => twice(fixture, 'force'),
    },
    'items.add': {
      status: 200,
      done: async (fixture) => {
        const body = { workflow: 'Panel', params: members, waitMs: 20_000 };
        const run = (await fixture.ask('POST /v1/runs', { body })).textAt('run');
        const held = await ask(fixture, 'hold', encodeURIComponent(`${run}:Ask`));
        return ask(fixture, 'instances', held.textAt('item.item'), { input: 'cy' });
      },
      code: 'wrong_state',
      refused: async (fixture) => ask(fixture, 'instances', await open(fixture, 'ann'), { input: 'cy' }),
    },
  };
}
