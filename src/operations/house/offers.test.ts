import { expect, test } from 'vitest';
import type { Connector, ConnectorHealth } from '../../runtime/index.ts';
import { createFakeClock } from '../../testing/index.ts';
import { readDefinition } from '../read-definition.ts';
import { type Offers, openOffers } from './offers.ts';

/** A connector that says what it offers when it is told to. */
function speaker(name: string, offered: readonly string[]) {
  let say: () => void = () => {};
  const said = new Promise<void>((resolve) => {
    say = resolve;
  });
  const state: { health: ConnectorHealth['state']; offered: readonly string[]; asked: number } = {
    health: 'ready',
    offered,
    asked: 0,
  };
  const connector = {
    name,
    async operations() {
      state.asked++;
      await said;
      return state.offered.map((each) => ({
        name: each,
        description: '',
        parameters: [],
        result: { kind: 'any' },
        example: undefined,
      }));
    },
    health: async () => ({ state: state.health, message: '' }),
  } as unknown as Connector;
  return { connector, say, state };
}

const text = `workflows:
  trip:
    graph:
      look: { call: search, args: {} }
      pay: { call: charge, undo: { call: refund } }
      tell: { call: post.send }
      lost: { call: nobody.knows }
`;

const missing = (offers: Offers): readonly string[] => {
  const [workflow] = readDefinition({ path: 'x.yaml', text }, { operations: null }).reading.workflows;
  if (!workflow?.program) throw new Error('It has mistakes.');
  return offers.missingIn(workflow.program);
};

async function openBoth(travel: ReturnType<typeof speaker>, post: ReturnType<typeof speaker>) {
  const clock = createFakeClock(0);
  const all = [travel.connector, post.connector];
  return { clock, offers: await openOffers({ all, own: [], clock }) };
}

test('[O1.1] what nobody offers is known when everybody has said what they offer, and not before', async () => {
  const travel = speaker('travel', ['search']);
  const post = speaker('post', ['sent']);
  const { clock, offers } = await openBoth(travel, post);
  // A connector that does not exist is nobody's.
  expect(missing(offers)).toEqual(['nobody.knows']);
  const before = offers.edition;
  const asked = offers.ask(1_000);
  travel.say();
  clock.advance(1_000);
  // It does not wait for the one that says nothing.
  await asked;
  expect(missing(offers)).toEqual(['nobody.knows']);
  expect(offers.everything()).toBeUndefined();
  post.say();
  await offers.ask(1_000);
  expect(missing(offers)).toEqual(['charge', 'nobody.knows', 'post.send', 'refund']);
  expect(offers.everything()?.names).toEqual(['search', 'sent']);
  expect(offers.edition).not.toBe(before);
});

test('[O1.1] one that offers nothing because it is not connected has not said anything', async () => {
  const travel = speaker('travel', []);
  const post = speaker('post', ['send']);
  travel.say();
  post.say();
  travel.state.health = 'down';
  const { offers } = await openBoth(travel, post);
  await offers.ask(1_000);
  expect(missing(offers)).toEqual(['nobody.knows']);
  travel.state.health = 'ready';
  await offers.ask(1_000);
  expect(missing(offers)).toEqual(['charge', 'nobody.knows', 'refund', 'search']);
  const before = offers.edition;
  travel.state.offered = ['search', 'charge', 'refund'];
  await offers.ask(1_000);
  expect(missing(offers)).toEqual(['nobody.knows']);
  expect(offers.edition).not.toBe(before);
});

test('[O1.1] whoever only looks asks nobody, until something is to be done', async () => {
  const travel = speaker('travel', ['search']);
  const post = speaker('post', ['send']);
  const { offers } = await openBoth(travel, post);
  offers.refresh();
  expect([travel.state.asked, post.state.asked]).toEqual([0, 0]);
  offers.begin();
  offers.refresh();
  expect([travel.state.asked, post.state.asked]).toEqual([1, 1]);
});
