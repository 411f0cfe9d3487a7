/** Tests a specification with resourcing on a server, with people with their own tokens, across restarts. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSecuredServer, type SecuredServer, tokenOf } from '../access/secured-server.ts';
import { specificationText } from './specification-text.ts';

const offeredTo = (set: string, more = ''): string =>
  `<offer initiator="system"><distributionSet><initialSet>${set}</initialSet>${more}</distributionSet></offer>`;
const byUser = '<allocate initiator="user"/><start initiator="user"/>';
const bySystem =
  '<allocate initiator="system"><allocator><name>RandomChoice</name></allocator></allocate><start initiator="system"/>';

const payment = specificationText({
  uri: 'Payment',
  nets: [
    {
      id: 'Net',
      inputs: { boss: 'string' },
      begin: ['Prepare'],
      tasks: {
        Prepare: {
          to: ['Check'],
          resourcing: `${offeredTo('<role>RO-clerk</role>')}${byUser}<privileges><privilege><name>canSuspend</name><allowall>true</allowall></privilege></privileges>`,
        },
        Check: {
          to: ['Confirm'],
          resourcing: `${offeredTo(
            '<role>RO-clerk</role><role>manager</role>',
            '<constraints><constraint><name>SeparationOfDuties</name><params><param><key>familiarTask</key><value>Prepare</value></param></params></constraint></constraints>',
          )}${byUser}`,
        },
        Confirm: {
          to: ['Pay'],
          resourcing: `${offeredTo('<param><name>boss</name><refers>participant</refers></param>')}${byUser}`,
        },
        Pay: {
          to: ['File'],
          resourcing: `<offer initiator="system"><distributionSet><initialSet><role>RO-clerk</role></initialSet></distributionSet><familiarParticipant taskID="Prepare"/></offer>${byUser}`,
        },
        File: {
          to: ['Archive'],
          resourcing: `${offeredTo('<participant>PA-bob</participant><participant>PA-cy</participant>')}${bySystem}`,
        },
        Archive: {
          to: ['o'],
          resourcing: `<offer initiator="user"/>${byUser}`,
        },
      },
    },
  ],
});

let securedServer: SecuredServer;
beforeEach(async () => {
  securedServer = await openSecuredServer({
    tenants: ['acme'],
    workflows: { 'payment.yawl': payment },
    services: 'participants: { PA-bob: bob, PA-cy: cy }\nroles: { RO-clerk: clerk, manager: manager }\n',
  });
});
afterEach(() => securedServer.close());

const work = ['workitems:manage', 'workflows:query', 'workflows:launch', 'specs:read'];
const token = (subject: string, roles: readonly string[] = [], scopes = work) =>
  tokenOf('acme', { subject, roles, scopes });
const ann = token('ann', ['clerk']);
const bob = token('bob', ['clerk']);
const cy = token('cy', ['manager']);
const di = token('di');
const op = token('op', [], [...work, 'admin']);
const everybody = { ann, bob, cy, di, op };

interface Item {
  readonly item: string;
  readonly task: string;
  readonly holder: string;
  readonly mayAnswer: boolean;
}

async function send(path: string, by: string, body: object = {}): Promise<string> {
  const { status, json } = await securedServer.ask(path, { token: by, body });
  return status < 300 ? 'done' : (json as { readonly error_code: string }).error_code;
}

/** The one open item of the run, as the caller sees it. */
async function open(run: string, by = op): Promise<Item | undefined> {
  const { json } = await securedServer.ask(`/v1/items?run=${run}`, { token: by });
  return (json as { readonly items: readonly Item[] }).items[0];
}

/** Who finds the open item, and who of them may do it. */
async function finders(run: string): Promise<string> {
  const seen = await Promise.all(
    Object.entries(everybody).map(async ([name, by]) => {
      const found = await open(run, by);
      return found === undefined ? '' : `${name}${found.mayAnswer ? '' : ' (sees it)'}`;
    }),
  );
  return seen.filter((each) => each !== '').join(', ');
}

async function sendRequest(run: string, operation: string, by: string, body: object = {}): Promise<string> {
  return send(`/v1/items/${(await open(run))?.item}/${operation}`, by, body);
}

test('[Y6.1] [Y6.2] work goes to the people that its resourcing names, before and after a restart', async () => {
  const started = await securedServer.ask('/v1/runs', {
    token: di,
    body: { workflow: 'Payment', params: { boss: 'di' } },
  });
  const { run } = started.json as { readonly run: string };
  expect(await finders(run)).toBe('ann, bob, op (sees it)');
  expect([await sendRequest(run, 'hold', cy), await sendRequest(run, 'complete', op)]).toEqual([
    'not_offered_to_you',
    'not_offered_to_you',
  ]);
  expect([await sendRequest(run, 'suspend', ann), await sendRequest(run, 'resume', ann)]).toEqual([
    'done',
    'done',
  ]);
  expect([
    await sendRequest(run, 'skip', ann),
    await sendRequest(run, 'delegate', ann, { to: 'bob' }),
  ]).toEqual(['privilege_missing', 'privilege_missing']);
  expect(await sendRequest(run, 'complete', ann)).toBe('done');

  await securedServer.restart();
  expect((await open(run))?.task).toBe('Check');
  expect(await finders(run)).toBe('bob, cy, op (sees it)');
  expect([
    await sendRequest(run, 'hold', ann),
    await sendRequest(run, 'delegate', op, { to: 'ann' }),
  ]).toEqual(['not_offered_to_you', 'delegate_not_allowed']);
  expect([await sendRequest(run, 'hold', bob), await sendRequest(run, 'complete', bob)]).toEqual([
    'done',
    'done',
  ]);

  expect((await open(run))?.task).toBe('Confirm');
  expect(await finders(run)).toBe('di, op (sees it)');
  expect([await sendRequest(run, 'complete', ann), await sendRequest(run, 'complete', di)]).toEqual([
    'not_offered_to_you',
    'done',
  ]);

  expect((await open(run))?.task).toBe('Pay');
  expect(await finders(run)).toBe('ann, op (sees it)');
  await securedServer.restart();
  expect([await sendRequest(run, 'complete', bob), await sendRequest(run, 'complete', ann)]).toEqual([
    'not_offered_to_you',
    'done',
  ]);

  const filed = await open(run);
  expect(filed?.task).toBe('File');
  const holder = filed?.holder ?? '';
  expect(['bob', 'cy']).toContain(holder);
  expect(await finders(run)).toBe(`${holder}, op (sees it)`);
  await securedServer.restart();
  expect((await open(run))?.holder).toBe(holder);
  expect(await sendRequest(run, 'complete', holder === 'bob' ? bob : cy)).toBe('done');

  expect((await open(run))?.task).toBe('Archive');
  expect(await finders(run)).toBe('op (sees it)');
  expect([await sendRequest(run, 'hold', op), await sendRequest(run, 'delegate', op, { to: 'cy' })]).toEqual([
    'not_offered_to_you',
    'done',
  ]);
  expect(await finders(run)).toBe('cy, op (sees it)');
  expect(await sendRequest(run, 'complete', cy)).toBe('done');
  const ended = await securedServer.ask(`/v1/runs/${run}`, { token: di });
  expect(ended.json).toMatchObject({ status: 'completed' });
});

test('[Y6.1] a description names who may do each task', async () => {
  const { json } = await securedServer.ask('/v1/workflows/Payment', { token: di });
  const { tasks } = json as {
    readonly tasks: readonly { readonly task: string; readonly offeredTo?: string }[];
  };
  expect(Object.fromEntries(tasks.map(({ task, offeredTo: whom }) => [task, whom]))).toMatchObject({
    Prepare: 'anyone with the role “clerk”',
    Check: 'anyone with the role “clerk” or “manager”, but not for those who did “Prepare”',
    Confirm: 'those named by the variable “boss”',
    Pay: 'the principal that completed “Prepare”, or until then for anyone with the role “clerk”',
    File: 'one chosen by the system: “bob” or “cy”',
    Archive: 'no one until an administrator delegates it',
  });
});
