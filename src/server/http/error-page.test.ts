import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { toPlatformResponse } from '../../../test/server/platform-exchange.ts';
import { errorCodes, errorTable, renderPhrase } from '../../operations/index.ts';
import { nameForRest } from '../errors/name-for-rest.ts';
import { createErrorListRoute } from './error-list.ts';
import { createErrorPageRoute } from './error-page.ts';

const route = createErrorPageRoute('https://flows.example');

async function ask(code: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`https://flows.example/errors/${encodeURIComponent(code)}`, { headers });
  const deliver = () => Promise.resolve(undefined);
  if (route.access === 'known') throw new Error('Nobody is asked who they are here.');
  const answered = await route.methods['GET']?.({ request, deliver, params: { code }, correlationId: 'c-1' });
  if (answered === undefined || 'kind' in answered) throw answered?.error ?? new Error('No answer.');
  return toPlatformResponse(answered);
}

test('[W3.1] the meaning of a code is public, at the address in problem details', async () => {
  expect(route).toMatchObject({ path: '/errors/{code}', access: 'public' });
  for (const code of errorCodes) {
    const { category, meaning, action, status, short, number, spelled, retryable } = errorTable[code];
    const response = await ask(code);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({
      type: `https://flows.example/errors/${code}`,
      title: expect.stringMatching(/^[A-Z]/),
      error_code: spelled,
      category,
      meaning,
      suggested_action: renderPhrase(action, nameForRest),
      retryable,
      error: short,
      http_status: status,
      code: number,
    });
  }
});

test('[W3.1] a code is also found in the spelling of a design', async () => {
  const response = await ask('WORKFLOW_VALIDATION_FAILED');
  expect(await response.json()).toMatchObject({ type: 'https://flows.example/errors/invalid_definition' });
});

test('[W3.1] a browser gets a page: complete, escaped, and with nothing but its style', async () => {
  for (const code of errorCodes) {
    const response = await ask(code, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    const page = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(response.headers.get('content-security-policy')).toMatch(
      `default-src 'none'; style-src 'sha256-${hash}'`,
    );
    expect(page).toContain(`<code>${errorTable[code].spelled}</code>`);
    expect(page).toMatch(/^<!doctype html>\n.*<\/html>\n$/s);
    expect(page.replace(style, '')).not.toMatch(/<script|javascript:|undefined|<(?!\/?[a-z!])/);
  }
});

test('[W3.1] all codes are listed with their page, and each page links to the list', async () => {
  const list = createErrorListRoute('https://flows.example');
  if (list.access === 'known') throw new Error('Nobody is asked who they are here.');
  const get = async (accept: string): Promise<Response> => {
    const request = new Request('https://flows.example/errors', { headers: { accept } });
    const context = { request, deliver: () => Promise.resolve(undefined), params: {}, correlationId: 'c-1' };
    const answered = await list.methods['GET']?.(context);
    if (answered === undefined || 'kind' in answered) throw new Error('No answer.');
    return toPlatformResponse(answered);
  };
  const { errors } = Object(await (await get('*/*')).json());
  const pages = errorCodes.map((code) => `https://flows.example/errors/${code}`);
  expect(errors.map(({ type }: { type: string }) => type)).toEqual(pages);
  const page = await (await get('text/html')).text();
  for (const [at, code] of errorCodes.entries()) {
    expect(page).toContain(`<a href="${pages[at]}"><code>${errorTable[code].spelled}</code></a>`);
    expect(errors[at]).toMatchObject({ meaning: errorTable[code].meaning });
  }
  expect(await (await ask('run_not_found', { accept: 'text/html' })).text()).toContain(
    '<a href="https://flows.example/errors">',
  );
});

test('[W3.1] caches keep page and JSON apart, and a known ETag gets 304', async () => {
  const json = await ask('run_not_found');
  const page = await ask('run_not_found', { accept: 'text/html' });
  expect([json, page].map(({ headers }) => headers.get('vary'))).toEqual(['accept', 'accept']);
  const [tag, other] = [json, page].map(({ headers }) => headers.get('etag') ?? '');
  expect(tag).not.toBe(other);
  expect((await ask('run_not_found', { 'if-none-match': tag ?? '' })).status).toBe(304);
  expect((await ask('run_not_found', { 'if-none-match': other ?? '' })).status).toBe(200);
});

test.each(['', 'nonsense', 'constructor', '__proto__', 'RUN_NOT_FOUND', '../run_not_found'])(
  '[W3.1] /errors/%s does not exist, and is not quoted in the answer',
  async (code) => {
    const refused = await ask(code).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      details: { code: 'not_found', message: 'The error code does not exist.' },
    });
  },
);
