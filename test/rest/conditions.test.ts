/** Preconditions that a route under `/v1` does not support: the request is refused instead of ignoring them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registry } from '../../src/operations/index.ts';
import { restRoutesOf } from '../../src/server/rest/rest-routes.ts';
import { savedDocument, shop, waitingRun } from './operation-scenarios.ts';
import { openRestFixture, type RestFixture } from './rest-fixture.ts';

let fixture: RestFixture;
beforeAll(async () => {
  fixture = await openRestFixture({ 'shop.yaml': shop });
});
afterAll(() => fixture.close());

const conditions = {
  'if-match': '"bogus"',
  'if-none-match': '*',
  'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT',
};

const changes = restRoutesOf(registry).filter(({ operation }) => registry.get(operation).writes);
const unconditional = changes.filter(({ isRevised }) => isRevised !== true);

test.each(unconditional)('[W4.3] $method $path is refused with a precondition', async ({ method, path }) => {
  const target = `${method} ${path.replaceAll(/\{\w+\*?\}/g, 'x')}`;
  for (const [name, value] of Object.entries(conditions)) {
    const answer = await fixture.ask(target, { headers: { [name]: value } });
    expect([name, answer.status, answer.textAt('error_code')]).toEqual([name, 400, 'invalid_request']);
    expect(answer.textAt('detail').toLowerCase()).toContain(`does not support ${name}:`);
  }
});

test('[W4.3] a request refused for its precondition has no effect', async () => {
  const run = await waitingRun(fixture);
  const { headers, textAt } = await fixture.ask(`GET /v1/runs/${run}`);
  for (const tag of ['"bogus"', headers.get('etag') ?? '', '*']) {
    const answer = await fixture.ask(`POST /v1/runs/${run}/suspend`, { headers: { 'if-match': tag } });
    expect(answer.textAt('error_code')).toBe('invalid_request');
  }
  expect((await fixture.ask(`GET /v1/runs/${run}`)).textAt('status')).toBe(textAt('status'));
  expect((await fixture.ask(`POST /v1/runs/${run}/suspend`)).status).toBe(200);
});

test('[W4.3] the refusal says what to send instead', async () => {
  const [path] = await savedDocument(fixture);
  const dated = { headers: { 'if-unmodified-since': conditions['if-unmodified-since'] } };
  const actionOf = async (target: string, asked: object) =>
    (await fixture.ask(target, asked)).textAt('suggested_action');
  expect(await actionOf(`DELETE /v1/documents/${path}`, dated)).toContain('as If-Match');
  expect(await actionOf('POST /v1/renames', { headers: { 'if-match': '*' } })).toContain('as “revision”');
  expect(await actionOf('GET /v1/runs', { headers: { 'if-match': '*' } })).toContain('as If-None-Match');
});

test('[W4.3] a date is ignored for reads, since no resource has one', async () => {
  const dated = { headers: { 'if-unmodified-since': conditions['if-unmodified-since'] } };
  expect((await fixture.ask('GET /v1/runs', dated)).status).toBe(200);
});

test('[W4.3] a caller that may write documents may set preconditions without reading them', async () => {
  const [path, revision] = await savedDocument(fixture);
  const target = `DELETE /v1/documents/${path}`;
  for (const tag of ['*', `"x", "${revision}"`]) {
    const guest = await fixture.ask(target, { as: 'guest', headers: { 'if-match': tag } });
    expect([guest.status, guest.textAt('context.scope')]).toEqual([403, 'workflows:author']);
  }
  const missed = await fixture.ask(target, { as: 'writer', headers: { 'if-match': '"x", "y"' } });
  expect([missed.status, missed.textAt('error_code')]).toEqual([412, 'precondition_failed']);
  const done = await fixture.ask(target, { as: 'writer', headers: { 'if-match': '*' } });
  expect([done.status, done.textAt('revision')]).toEqual([200, revision]);
});
