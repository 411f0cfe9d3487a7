import { expect, test } from 'vitest';
import type { Connector, ConnectorHealth } from '../../runtime/index.ts';
import { createFakeClock } from '../../testing/index.ts';
import { readDefinition } from '../documents/read-definition.ts';
import { type ConnectorListings, openConnectorListings } from './connector-listings.ts';

/** A connector that lists its operations on demand. */
function listingConnector(name: string, offered: readonly string[]) {
  let publish: () => void = () => {};
  const published = new Promise<void>((resolve) => {
    publish = resolve;
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
      await published;
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
  return { connector, publish, state };
}

const text = `workflows:
  trip:
    graph:
      look: { call: search, args: {} }
      pay: { call: charge, undo: { call: refund } }
      tell: { call: post.send }
      lost: { call: nobody.knows }
`;

const missing = (listings: ConnectorListings): readonly string[] => {
  const [workflow] = readDefinition({ path: 'x.yaml', text }, { operations: null }).readResult.workflows;
  if (!workflow?.program) throw new Error('It has errors.');
  return listings.missingIn('', workflow.program);
};

async function openBoth(
  travel: ReturnType<typeof listingConnector>,
  post: ReturnType<typeof listingConnector>,
) {
  const clock = createFakeClock(0);
  const all = [travel.connector, post.connector];
  return { clock, listings: await openConnectorListings({ all, builtIn: [], clock }) };
}

test('[O1.1] missing operations are known once all connectors have answered, and not before', async () => {
  const travel = listingConnector('travel', ['search']);
  const post = listingConnector('post', ['sent']);
  const { clock, listings } = await openBoth(travel, post);
  // No connector offers an operation of a connector that does not exist.
  expect(missing(listings)).toEqual(['nobody.knows']);
  const before = listings.edition('');
  const asked = listings.ask(1_000);
  travel.publish();
  clock.advance(1_000);
  // It does not wait for the connector that does not answer.
  await asked;
  expect(missing(listings)).toEqual(['nobody.knows']);
  expect(listings.knownTo('').find('charge')).toMatchObject({ open: true });
  post.publish();
  await listings.ask(1_000);
  expect(missing(listings)).toEqual(['charge', 'nobody.knows', 'post.send', 'refund']);
  expect(listings.knownTo('').names).toEqual(['travel.search', 'search', 'post.sent', 'sent']);
  expect(listings.edition('')).not.toBe(before);
});

test('[O1.1] an empty list of a disconnected connector does not count as an answer', async () => {
  const travel = listingConnector('travel', []);
  const post = listingConnector('post', ['send']);
  travel.publish();
  post.publish();
  travel.state.health = 'down';
  const { listings } = await openBoth(travel, post);
  await listings.ask(1_000);
  expect(missing(listings)).toEqual(['nobody.knows']);
  travel.state.health = 'ready';
  await listings.ask(1_000);
  expect(missing(listings)).toEqual(['charge', 'nobody.knows', 'refund', 'search']);
  const before = listings.edition('');
  travel.state.offered = ['search', 'charge', 'refund'];
  await listings.ask(1_000);
  expect(missing(listings)).toEqual(['nobody.knows']);
  expect(listings.edition('')).not.toBe(before);
});

test('[O1.1] a read-only app queries no connectors until a change is requested', async () => {
  const travel = listingConnector('travel', ['search']);
  const post = listingConnector('post', ['send']);
  const { listings } = await openBoth(travel, post);
  listings.refresh();
  expect([travel.state.asked, post.state.asked]).toEqual([0, 0]);
  listings.begin();
  listings.refresh();
  expect([travel.state.asked, post.state.asked]).toEqual([1, 1]);
});
