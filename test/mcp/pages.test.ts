/** Lists that are longer than a page. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProgramFixture, type ProgramFixture, type Served } from './program-fixture.ts';
import { ask } from './raw-dispatch.ts';
import { connectFormer, connectPresent } from './test-client.ts';

const names = Array.from({ length: 120 }, (_, index) => `flow_${String(index).padStart(3, '0')}`);

let programFixture: ProgramFixture;
let served: Served;

beforeAll(async () => {
  const flows = names.map(
    (name) => `  ${name}: { graph: { say: { call: echo, args: { text: ${name} } } } }\n`,
  );
  programFixture = await createProgramFixture({ 'flows.yaml': `workflows:\n${flows.join('')}` });
  served = await programFixture.serve(0, '--toolsets', 'all');
});

afterAll(() => programFixture.remove());

interface Listed {
  readonly tools: readonly { readonly name: string }[];
  readonly resources: readonly { readonly uri: string }[];
  readonly nextCursor?: string;
}

async function pagesOf(
  list: (cursor: { readonly cursor?: string }) => Promise<Listed>,
): Promise<readonly Listed[]> {
  const pages: Listed[] = [];
  let next: string | undefined;
  do {
    const page = await list(next === undefined ? {} : { cursor: next });
    pages.push(page);
    next = page.nextCursor;
  } while (next !== undefined);
  return pages;
}

const modern = (method: string) => async (params: { readonly cursor?: string }) => {
  const answer = await ask(served.url, method, params);
  if (answer.kind === 'error') throw new Error(answer.error.message);
  return answer.result as unknown as Listed;
};

test('[P2.3][P3.1] tools come in pages: all of them once, in one order, in both eras', async () => {
  const pages = await pagesOf(modern('tools/list'));
  expect(pages.length).toBeGreaterThan(1);
  const listed = pages.flatMap(({ tools }) => tools.map(({ name }) => name));
  expect(listed).toEqual([...new Set(listed)]);
  expect(listed.filter((name) => name.startsWith('w_flow_'))).toEqual(names.map((name) => `w_${name}`));

  const present = await connectPresent('present, 2026', served.url, {});
  expect((await present.listTools()).tools.map(({ name }) => name)).toEqual(listed);
  await present.close();

  const former = await connectFormer(served.url, {});
  const legacy = await pagesOf(async (params) => (await former.listTools(params)) as unknown as Listed);
  expect(legacy.flatMap(({ tools }) => tools.map(({ name }) => name))).toEqual(listed);
  await former.close();
});

test('[P6.1] resources come in pages: every workflow once', async () => {
  const pages = await pagesOf(modern('resources/list'));
  expect(pages.length).toBeGreaterThan(1);
  const uris = pages.flatMap(({ resources }) => resources.map(({ uri }) => uri));
  expect(uris).toEqual([...new Set(uris)]);
  expect(uris).toEqual(expect.arrayContaining(names.map((name) => `workflow://default/${name}`)));
});

test.each(['tools/list', 'resources/list'])('[P2.4] %s refuses an unknown cursor', async (method) => {
  const answer = await ask(served.url, method, { cursor: 'nobody-gave-this' });
  expect(answer).toMatchObject({ kind: 'error', error: { code: -32602 } });
});
