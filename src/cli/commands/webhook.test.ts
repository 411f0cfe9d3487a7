import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';
import { type LocalServer, startLocalServer } from '../../../test/servers/local-server.ts';
import type { Principal } from '../../operations/index.ts';
import { resolveSettings, scopes } from '../../operations/offline.ts';
import { openSignalbox, type Signalbox } from '../../server/index.ts';
import { programVersion } from '../host/program-version.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const flow =
  'workflows:\n  greet: { graph: { hello: { call: echo, args: { text: Hi } } }, result: $hello.text }\n';

const eve: Principal = {
  subject: 'eve',
  tenant: 'default',
  scopes: new Set(scopes),
  roles: [],
  kind: 'agent',
};

interface Fixture extends Scratch {
  readonly signalbox: Signalbox;
  readonly receiver: LocalServer;
  /** A subscription whose receiver refuses everything, and its failed deliveries. */
  subscribe(): Promise<{ readonly subscription: string; readonly delivery: string }>;
}

/** The command calls the process that owns the data folder. */
async function open(): Promise<Fixture> {
  const scratch = openScratch({ 'workflows/greet.yaml': flow });
  cleanUps.push(scratch.close);
  const { folder } = scratch;
  const data = join(folder, 'data');
  const env = { SIGNALBOX_WEBHOOK_ALLOW: '127.0.0.1' };
  const { settings } = resolveSettings({ flags: new Map([['--data', [data]]]), env, folder });
  const signalbox = await openSignalbox(settings, { env, version: programVersion(), warn: () => {} });
  cleanUps.push(() => signalbox.close());
  const receiver = await startLocalServer((_, response) => void response.writeHead(404).end());
  cleanUps.push(receiver.close);
  const ask = async <Answer>(name: string, input: object): Promise<Answer> =>
    (await signalbox.call(eve, name, input)) as Answer;
  return {
    ...scratch,
    signalbox,
    receiver,
    run: (args, overrides) => scratch.run([...args, '--data', 'data'], overrides),
    async subscribe() {
      const url = `${receiver.url}/hook?key=hush`;
      const made = { workflow: 'greet', url, events: ['case_completed'] };
      const { subscription } = await ask<{ subscription: string }>('subscriptions.create', made);
      await ask('runs.start', { workflow: 'greet', waitMs: 20_000 });
      for (;;) {
        type List = { readonly deliveries: readonly { readonly delivery: string }[] };
        const { deliveries } = await ask<List>('deliveries.list', { subscription, state: 'given_up' });
        const [first] = deliveries;
        if (first !== undefined) return { subscription, delivery: first.delivery };
        await setImmediate();
      }
    },
  };
}

test('[F3.3] webhook lists subscriptions and given-up deliveries with the reason, resends, and removes', async () => {
  const { run, subscribe, receiver } = await open();
  expect(await run(['webhook', 'list'])).toMatchObject({ code: 0, out: '', err: 'No subscriptions.\n' });
  const { subscription, delivery } = await subscribe();
  const listed = await run(['webhook', 'list'], { columns: 200 });
  expect(listed.out).toContain(`${subscription}  eve    every greet  ${receiver.url}/…`);
  expect(listed.out).not.toContain('hush');
  const lost = await run(['webhook', 'deliveries', '--given-up'], { columns: 200 });
  expect(lost.out).toMatch(
    new RegExp(`${delivery} +${subscription} +case_completed +given up +1 .*answered 404`),
  );
  expect(await run(['webhook', 'resend', delivery])).toMatchObject({
    code: 0,
    out: `${delivery} is sent again.\n`,
  });
  const all = await run(['webhook', 'resend', subscription, '--json']);
  expect(JSON.parse(all.out)).toMatchObject({ subscription, more: false });
  expect(await run(['webhook', 'remove', subscription])).toMatchObject({
    code: 0,
    out: `${subscription} is removed. Nothing more is sent to it.\n`,
  });
  const again = await run(['webhook', 'remove', subscription]);
  expect([again.code, again.err]).toEqual([2, expect.stringMatching(/^The subscription .* does not exist/)]);
});

test('[F3.3] usage errors of webhook are reported with suggestions', async () => {
  const { run } = await open();
  const rows: readonly (readonly [readonly string[], string])[] = [
    [['webhook', 'lst'], 'Unknown action “webhook lst”. Did you mean “list”?'],
    [['webhook', 'list', 'x'], 'webhook list takes no id.'],
    [['webhook', 'deliveries', 'x'], 'Filter with --subscription or --run'],
    [['webhook', 'resend'], 'needs the id of a delivery (dlv_…) or of a subscription (sub_…)'],
    [['webhook', 'resend', 'nope'], 'needs the id of a delivery (dlv_…)'],
    [['webhook', 'remove'], 'needs the id of a subscription'],
    [['webhook', 'list', '--limit', '0'], '--limit'],
  ];
  for (const [args, says] of rows) {
    const { code, err } = await run(args);
    expect([args, code, err]).toEqual([args, 2, expect.stringContaining(says)]);
  }
});
