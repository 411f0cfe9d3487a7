import { expect, test } from 'vitest';
import type { Json } from '../../kernel/index.ts';
import type { Principal } from '../../operations/index.ts';
import { developmentPrincipal } from '../auth/development-principal.ts';
import { RequestCoalescer } from './request-coalescer.ts';

const ann = developmentPrincipal('ann');
const bob: Principal = { ...ann, subject: 'bob' };

interface Put {
  readonly who: Principal;
  readonly signal: AbortSignal | undefined;
  readonly answer: (value: Json) => void;
  readonly fail: (error: Error) => void;
}

function open() {
  const put: Put[] = [];
  const coalescer = new RequestCoalescer(
    (who, _, __, signal) =>
      new Promise((answer, fail) => {
        put.push({ who, signal, answer, fail });
      }),
  );
  const never = new AbortController().signal;
  const ask = (
    who: Principal,
    {
      after = 'p',
      isPersonal = false,
      leaves = never,
    }: { after?: string; isPersonal?: boolean; leaves?: AbortSignal } = {},
  ): Promise<Json> =>
    coalescer.ask(
      { ...who, correlationId: String(put.length) },
      { operation: 'feed.read', input: { after }, isPersonal },
      leaves,
    );
  return { put, ask };
}

test('[W5.1] equal concurrent requests are sent once, and share the answer', async () => {
  const { put, ask } = open();
  const both = Promise.all([ask(ann), ask(ann)]);
  expect(put).toHaveLength(1);
  const page = { cursor: 'p1' };
  put[0]?.answer(page);
  const [one, other] = await both;
  expect(one).toBe(page);
  expect(other).toBe(page);
  // After the answer, the request is sent again.
  void ask(ann);
  expect(put).toHaveLength(2);
});

test('[W5.2] requests whose answers could differ are not shared', () => {
  const { put, ask } = open();
  void ask(ann);
  void ask({ ...ann, correlationId: 'x' });
  void ask(bob);
  expect(put).toHaveLength(1);
  void ask(ann, { after: 'q' });
  void ask({ ...ann, tenant: 'other' });
  void ask({ ...ann, scopes: new Set(['workflows:query']) });
  expect(put).toHaveLength(4);
  void ask(ann, { isPersonal: true });
  void ask(ann, { isPersonal: true });
  expect(put).toHaveLength(5);
  void ask(bob, { isPersonal: true });
  void ask({ ...ann, roles: ['clerk'] }, { isPersonal: true });
  void ask({ ...ann, kind: 'person' }, { isPersonal: true });
  expect(put).toHaveLength(8);
});

test('[W5.1] a request is aborted when its last caller leaves', async () => {
  const { put, ask } = open();
  const [one, other] = [new AbortController(), new AbortController()];
  void ask(ann, { leaves: one.signal });
  const stays = ask(ann, { leaves: other.signal });
  one.abort();
  expect(put[0]?.signal?.aborted).toBe(false);
  other.abort();
  expect(put[0]?.signal?.aborted).toBe(true);
  // No caller joins an aborted one.
  void ask(ann);
  expect(put).toHaveLength(2);
  put[0]?.answer(null);
  expect(await stays).toBeNull();
  const gone = new AbortController();
  gone.abort();
  void ask(ann, { after: 'r', leaves: gone.signal });
  expect(put[2]?.signal?.aborted).toBe(true);
});

test('[W5.1] a failed request fails for all its callers, and is sent again by the next', async () => {
  const { put, ask } = open();
  const asked = [ask(ann), ask(bob)];
  put[0]?.fail(new Error('Nobody there.'));
  for (const each of asked) await expect(each).rejects.toThrow('Nobody there.');
  void ask(ann);
  expect(put).toHaveLength(2);
});
