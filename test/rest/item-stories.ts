/** What is done with work items beside answering them. */
import { members, panel } from '../yawl/panel-specification.ts';
import type { RestLab } from './rest-lab.ts';
import type { Story } from './story.ts';

export const panelFile = { 'panel.yawl': panel };

/** @param open the id of an item that nobody holds, or that is held */
export function itemStories(
  open: (lab: RestLab, as?: 'ann' | 'bob' | '') => Promise<string>,
): Readonly<Record<string, Story>> {
  const ask = async (lab: RestLab, verb: string, item: string, body: object = {}) =>
    lab.ask(`POST /v1/items/${item}/${verb}`, { body });
  const twice = async (lab: RestLab, verb: string) => {
    const item = await open(lab);
    await ask(lab, verb, item);
    return ask(lab, verb, item);
  };
  return {
    'items.suspend': {
      status: 200,
      done: async (lab) => ask(lab, 'suspend', await open(lab)),
      code: 'work_item_paused',
      refused: (lab) => twice(lab, 'suspend'),
    },
    'items.resume': {
      status: 200,
      done: async (lab) => {
        const item = await open(lab, 'bob');
        await ask(lab, 'suspend', item);
        return ask(lab, 'resume', item);
      },
      code: 'wrong_state',
      refused: async (lab) => ask(lab, 'resume', await open(lab)),
    },
    'items.rollback': {
      status: 200,
      done: async (lab) => ask(lab, 'rollback', await open(lab, 'ann')),
      code: 'work_item_held',
      refused: async (lab) => ask(lab, 'rollback', await open(lab, 'bob')),
    },
    'items.force': {
      status: 200,
      done: async (lab) => ask(lab, 'force', await open(lab, 'bob'), { output: { yes: true } }),
      code: 'work_item_ended',
      refused: (lab) => twice(lab, 'force'),
    },
    'items.add': {
      status: 200,
      done: async (lab) => {
        const body = { workflow: 'Panel', params: members, waitMs: 20_000 };
        const run = (await lab.ask('POST /v1/runs', { body })).textAt('run');
        const held = await ask(lab, 'hold', encodeURIComponent(`${run}:Ask`));
        return ask(lab, 'instances', held.textAt('item.item'), { input: 'cy' });
      },
      code: 'wrong_state',
      refused: async (lab) => ask(lab, 'instances', await open(lab, 'ann'), { input: 'cy' }),
    },
  };
}
