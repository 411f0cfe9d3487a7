import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';

const opened: Scratch[] = [];
afterEach(() => {
  for (const scratch of opened.splice(0)) scratch.close();
});

function scratch() {
  const made = openScratch({});
  opened.push(made);
  const run = (args: readonly string[], overrides: Parameters<Scratch['run']>[1] = {}) =>
    made.run([...args, '--data', 'data'], overrides);
  const json = async (...args: readonly string[]) => JSON.parse((await run([...args, '--json'])).out);
  return { ...made, run, json };
}

const createArgs = ['key', 'create', 'reports', '--scopes', 'workflows:query, workflows:launch'] as const;

test('[W1.3] key create prints only the key if a program reads it, and never shows it again', async () => {
  const { run, json } = scratch();
  const made = await run([...createArgs, '--ttl', '30d', '--roles', 'clerk']);
  expect(made.code).toBe(0);
  expect(made.out).toMatch(/^sbx_[A-Za-z0-9]{12}_[A-Za-z0-9_-]{43}\n$/);
  expect(made.err).toMatch(/^This key authenticates as “key:reports”, until .*\. It is not shown again\.\n$/);
  const id = made.out.slice(4, 16);
  const secret = made.out.trim().slice(17);
  const listed = await run(['key', 'list']);
  expect(listed.out).toMatch(
    new RegExp(`^key +name +state +scopes .*\\n${id} +reports +in force +workflows:query,`),
  );
  for (const args of [['key', 'list'], ['key', 'list', '--json'], ['audit'], ['audit', '--json']]) {
    const { out, err } = await run(args);
    expect(out).toContain(id);
    expect(out + err).not.toContain(secret);
  }
  expect(await json('key', 'list')).toMatchObject({
    keys: [{ id, kind: 'service', roles: ['clerk'], scopes: ['workflows:query', 'workflows:launch'] }],
    nextCursor: null,
  });
});

test('[W1.3] key revoke takes an id or a name, and reports the result', async () => {
  const { run, json } = scratch();
  const { key } = await json(...createArgs);
  expect(await run(['key', 'revoke', 'reports'])).toMatchObject({
    code: 0,
    out: `The key “reports” (${key.id}) is revoked.\n`,
  });
  expect(await json('key', 'revoke', key.id)).toMatchObject({ key: { id: key.id, state: 'revoked' } });
  expect((await run(['key', 'list'])).out).toContain('revoked');
  const unknown = await run(['key', 'revoke', 'none']);
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('The key “none” does not exist.')]);
});

test('[W1.3] usage errors of key are reported with suggestions', async () => {
  const { run } = scratch();
  const rows: readonly (readonly [readonly string[], string])[] = [
    [['key'], 'key needs an argument'],
    [['key', 'creat', 'x'], 'Unknown action “key creat”. Did you mean “create”?'],
    [['key', 'wash'], 'Use one of: create, list, revoke.'],
    [['key', 'create'], 'key create needs a name'],
    [['key', 'create', 'x'], 'key create needs scopes: --scopes'],
    [['key', 'revoke'], 'key revoke needs the id or the name'],
    [['key', 'list', 'x'], 'key list takes no name.'],
    [['key', 'list', '--limit', 'many'], '--limit must be a whole number'],
  ];
  for (const [args, message] of rows) {
    const { code, err, out } = await run(args);
    expect([args, code, err, out]).toEqual([args, 2, expect.stringContaining(message), '']);
  }
  expect(await run(['key', 'list'])).toMatchObject({ code: 0, out: '', err: 'No keys exist.\n' });
});

test('[W1.3][T2] errors of a new key are reported once, in terms of the command line', async () => {
  const { run } = scratch();
  const create = async (...args: readonly string[]) => {
    const { code, err, out } = await run(['key', 'create', 'x', ...args]);
    expect([code, out]).toEqual([2, '']);
    return err;
  };
  const scopes = await create('--scopes', 'workflows:query,workflows:qery,everything');
  const [near = '', far = '', ...more] = scopes.split('\n');
  expect(near).toBe('Unknown scope “workflows:qery”. Did you mean “workflows:query”?');
  expect(far).toMatch(/^Unknown scope “everything”\. Use one of: workflows:launch, /);
  expect(more).toEqual(['']);
  const end = await create('--scopes', 'workflows:query', '--ttl', '5');
  expect(end.split('“ttl” must be').length).toBe(2);
  await run([...createArgs]);
  const again = await run([...createArgs]);
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('with “signalbox key revoke”')]);
  const help = (await run(['key', '--help'])).out;
  expect(help.match(/^ +--roles /gm)).toHaveLength(1);
});

test('[W2.2] --tenant and SIGNALBOX_TENANT act for a tenant, which sees its own', async () => {
  const { run: runPlain } = scratch();
  const shared = { SIGNALBOX_TENANTS: 'true' };
  const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    runPlain(args, { environment: { ...shared, ...more } });
  await run(['key', 'create', 'mine', '--scopes', 'admin', '--tenant', 'acme']);
  await run(['key', 'create', 'theirs', '--scopes', 'admin'], { SIGNALBOX_TENANT: 'other' });
  const names = async (...args: readonly string[]) => (await run(['key', 'list', ...args])).out;
  expect(await names('--tenant', 'acme')).toContain('mine');
  expect(await names('--tenant', 'acme')).not.toContain('theirs');
  expect(await names('--tenant', 'other')).toContain('theirs');
  expect(await names()).toBe('');
  const wrong = await run(['key', 'list', '--tenant', 'two words']);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('--tenant must be a name')]);
});

test('[W2.2] without tenants keys are created only for the default tenant', async () => {
  const { run } = scratch();
  const refused = await run([...createArgs, '--tenant', 'acme']);
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('SIGNALBOX_TENANTS=true')]);
  expect((await run(['key', 'list', '--tenant', 'acme'])).out).toBe('');
  expect((await run([...createArgs])).code).toBe(0);
});
