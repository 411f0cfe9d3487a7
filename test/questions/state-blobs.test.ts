/**
 * States that were changed, cut, spliced, moved or kept too long: each is refused with its reason. The error reveals
 * nothing of what they contain, and nothing is stored.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom, type Random } from '../../src/testing/index.ts';
import { ann, bob, robot, stranger } from '../operations/operations-harness.ts';
import { held, type Sealed } from './question-sessions.ts';
import { eachRound, rounds, seed } from './rounds.ts';
import {
  openSealedStates,
  pages,
  reasonFor,
  refusal,
  type SealedStates,
  sessionError,
  type WrittenSession,
  writeSession,
} from './sealed-states.ts';

const about = `seed ${seed}, ${rounds} rounds`;
let sessions: SealedStates;

beforeAll(async () => {
  sessions = await openSealedStates();
});

/** No test of this file completes a session: neither a run nor a call may exist. */
afterAll(async () => {
  for (const { tenant } of [ann, stranger])
    expect(await sessions.harness.services.store.runs.count(tenant, {})).toBe(0);
  expect(sessions.performed()).toBe(0);
  await sessions.close();
});

const fixed = createRandom(seed * 1_000 + 400);

/** Sends a changed state of a session; the error is that of the reason, and the session stays as it was. */
async function expectRefused(
  random: Random,
  { state_blob: original, session_id }: Sealed,
  changed: string,
  reason = reasonFor(changed, original),
): Promise<void> {
  if (changed === original) return;
  const error = await refusal(sessions, random, { session_id, state_blob: changed });
  expect(error).toEqual(sessionError(session_id, reason));
}

async function expectReadable({ states, marker }: WrittenSession): Promise<void> {
  const [last] = states.slice(-1);
  if (last === undefined) throw new Error('There is no state.');
  const { feedback_history: history } = await sessions.restore(last);
  expect([history.length, history.every(({ value }) => String(value).includes(marker))]).toEqual([5, true]);
}

const stateOf = (random: Random, { states }: WrittenSession): Sealed => held(random.pick(states));

const alphabet = [...'ABCXYZabcxyz0189-_'];

describe('changed states', () => {
  test('[Q4.1] a state with any character changed is refused', async () => {
    const session = await writeSession(sessions, fixed);
    const sealed = stateOf(fixed, session);
    const { state_blob: blob } = sealed;
    for (let at = 0; at < blob.length; at++) {
      const put = fixed.pick([...alphabet, '.', '=', ' ', 'é', '']);
      await expectRefused(fixed, sealed, `${blob.slice(0, at)}${put}${blob.slice(at + 1)}`);
    }
    await expectReadable(session);
  });

  test('[Q4.1] a state with any bit of its sealed bytes changed is tampered with', async () => {
    const session = await writeSession(sessions, fixed);
    const sealed = stateOf(fixed, session);
    const [, head = '', body = ''] = /^(.*\.)([^.]*)$/.exec(sealed.state_blob) ?? [];
    const bytes = Buffer.from(body, 'base64url');
    for (const [at, byte] of bytes.entries()) {
      const changed = Buffer.from(bytes);
      changed[at] = byte ^ (1 << fixed.int(8));
      await expectRefused(fixed, sealed, `${head}${changed.toString('base64url')}`, 'tampered');
    }
    await expectReadable(session);
  });

  test('[Q4.1] a state that was cut at any place, at its end or its start, is refused', async () => {
    const session = await writeSession(sessions, fixed);
    const sealed = stateOf(fixed, session);
    for (let at = 1; at < sealed.state_blob.length; at++) {
      await expectRefused(fixed, sealed, sealed.state_blob.slice(0, at));
      await expectRefused(fixed, sealed, sealed.state_blob.slice(at));
    }
    await expectReadable(session);
  });

  test(`[Q4.1] two states that were spliced, and parts in another order, are refused, ${about}`, async () => {
    const seen = new Set<string>();
    await eachRound(401, async ({ random }) => {
      const [one, other] = [await writeSession(sessions, random), await writeSession(sessions, random)];
      sessions.harness.clock.advance(random.int(100_000));
      const sealed = stateOf(random, one);
      const blob = sealed.state_blob;
      const second = stateOf(random, random.pick([one, other])).state_blob;
      const [parts, more] = [blob.split('.'), second.split('.')];
      const [cut, from] = [random.int(blob.length), random.int(second.length)];
      const changes = [
        blob.slice(0, cut) + second.slice(cut),
        blob.slice(0, cut) + second.slice(from),
        `${blob}${second}`,
        random.shuffle(parts).join('.'),
        parts.map((part, at) => random.pick([part, more[at] ?? ''])).join('.'),
        [...parts.slice(0, 4), `${parts[4]?.slice(0, cut)}${more[4]?.slice(cut)}`].join('.'),
      ];
      for (const changed of changes) {
        if (changed === second) continue;
        seen.add(reasonFor(changed, blob));
        await expectRefused(random, sealed, changed);
      }
      await expectReadable(one);
    });
    expect([...seen].sort()).toEqual(['malformed', 'tampered']);
  });

  test(`[Q4.1] another spelling of the same bytes is no state, ${about}`, () =>
    eachRound(402, async ({ random }) => {
      const sealed = stateOf(random, await writeSession(sessions, random));
      const blob = sealed.state_blob;
      const at = random.int(blob.length + 1);
      const standard = Buffer.from(blob.split('.')[4] ?? '', 'base64url').toString('base64');
      const head = blob.slice(0, blob.lastIndexOf('.') + 1);
      const last = blob.at(-1) ?? '';
      const next = alphabet64[alphabet64.indexOf(last) + 1];
      const spellings = [
        `${blob}=`,
        `${blob}==`,
        ` ${blob}`,
        `${blob}\n`,
        `${blob.slice(0, at)}${random.pick([' ', '\n', '\0', '%2e', '.', '\u200b'])}${blob.slice(at)}`,
        encodeURIComponent(`${blob} `),
        JSON.stringify(blob),
        // Trailing bits that no byte uses.
        ...(standard.endsWith('=') && next !== undefined ? [`${blob.slice(0, -1)}${next}`] : []),
        // With the characters and the padding of base64.
        ...(/[+/=]/.test(standard) ? [head + standard] : []),
      ];
      for (const changed of spellings) await expectRefused(random, sealed, changed, 'malformed');
      for (const changed of [`${blob}A`, blob.toUpperCase(), blob.toLowerCase()])
        await expectRefused(random, sealed, changed);
    }));

  test('[Q4.1][Q4.3] a text of any kind in place of a state is refused', async () => {
    const sealed = stateOf(fixed, await writeSession(sessions, fixed));
    for (const text of ['null', '{}', 'sb1....', 'sb2.a.b.c.d', '0', '\ud800', '../../etc/passwd'])
      await expectRefused(fixed, sealed, text, 'malformed');
    for (const length of [40_001, 999_999])
      await expectRefused(fixed, sealed, sealed.state_blob.padEnd(length, 'A'), 'too_large');
  });
});

const alphabet64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('states of others', () => {
  test(`[Q4.1] a state is foreign to other tenants, callers and sessions, ${about}`, () =>
    eachRound(403, async ({ random }) => {
      const session = await writeSession(sessions, random);
      const sealed = stateOf(random, session);
      const other = stateOf(random, await writeSession(sessions, random));
      const elsewhere = stateOf(random, await writeSession(sessions, random, stranger));
      for (const by of [bob, robot, stranger, { ...bob, subject: 'Ann' }, { ...ann, tenant: 'acm' }])
        expect(await refusal(sessions, random, sealed, by)).toEqual(
          sessionError(sealed.session_id, 'foreign'),
        );
      for (const { session_id } of [other, elsewhere, { session_id: sealed.session_id.slice(0, -1) }])
        expect(await refusal(sessions, random, { ...sealed, session_id })).toEqual(
          sessionError(session_id, 'foreign'),
        );
      await expectReadable(session);
    }));

  test('[Q4.1] the name of a session cannot take over the start of the name of a caller', async () => {
    const long = { ...ann, subject: 'ann lee' };
    const { states } = await writeSession(sessions, fixed, long);
    const { session_id, state_blob } = stateOf(fixed, { states, marker: '' });
    const other = { session_id: `${session_id} ann`, state_blob };
    expect(await refusal(sessions, fixed, other, { ...ann, subject: 'lee' })).toEqual(
      sessionError(other.session_id, 'foreign'),
    );
  });

  test('[Q4.1] what the same keys sealed for another purpose is foreign', async () => {
    const sealed = stateOf(fixed, await writeSession(sessions, fixed));
    const { keys } = sessions.harness.services;
    const bind = `${ann.tenant} ${JSON.stringify([sealed.session_id, ann.subject])}`;
    const state = keys?.open('question-session', sealed.state_blob, sessions.harness.clock.now(), bind);
    if (state?.kind !== 'opened') throw new Error('The state is not bound as this test expects.');
    for (const purpose of ['mcp-session', 'mcp-round', 'secret-store', 'guide-position', 'question-sessions'])
      await expectRefused(fixed, sealed, keys?.seal(purpose, state.data, { bind }) ?? '', 'foreign');
    for (const wrong of [undefined, '', sealed.session_id, `acme2 ${bind}`]) {
      const options = wrong === undefined ? {} : { bind: wrong };
      await expectRefused(
        fixed,
        sealed,
        keys?.seal('question-session', state.data, options) ?? '',
        'foreign',
      );
    }
    // The search for the right form is not in vain: such a state is opened.
    const forged = keys?.seal('question-session', state.data, { bind }) ?? '';
    const { session_id } = await sessions.restore({ ...sealed, state_blob: forged });
    expect(session_id).toBe(sealed.session_id);
  });
});

describe('keys and time', () => {
  test('[Q4.1] a state of another key ring has an unknown key; a rotated key still opens what it sealed', async () => {
    const others = await openSealedStates();
    try {
      const [own, foreign] = [await writeSession(sessions, fixed), await writeSession(others, fixed)];
      const sealed = stateOf(fixed, foreign);
      expect(await refusal(sessions, fixed, sealed)).toEqual(sessionError(sealed.session_id, 'unknown_key'));
      const { keys } = sessions.harness.services;
      if (keys === undefined || !('rotate' in keys) || typeof keys.rotate !== 'function')
        throw new Error('The keys cannot be rotated.');
      const [before] = own.states;
      if (before === undefined) throw new Error('There is no state.');
      await keys.rotate();
      const after = await sessions.submit(before, 'continued', { complete: false });
      expect([before, after].map(({ state_blob: blob }) => blob.split('.')[1]).length).toBe(2);
      expect(after.state_blob.split('.')[1]).not.toBe(before.state_blob.split('.')[1]);
      expect(after.feedback_history).toMatchObject([{ value: 'continued' }]);
      // With the new key in place of its own, it is no longer what was sealed.
      const renamed = before.state_blob.replace(
        /^sb1\.[^.]+/,
        /^sb1\.[^.]+/.exec(after.state_blob)?.[0] ?? '',
      );
      await expectRefused(fixed, before, renamed, 'tampered');
      await expectReadable(own);
    } finally {
      await others.close();
    }
  });

  test(`[Q4.1] a state is refused from the millisecond at which it expires, ${about}`, () =>
    eachRound(404, async ({ random }) => {
      const session = await writeSession(sessions, random);
      const { clock } = sessions.harness;
      const [last] = session.states.slice(-1);
      const expiry = Date.parse(last?.expires_at ?? '');
      expect(expiry - clock.now()).toBe(30 * 86_400_000);
      clock.advance(expiry - clock.now() - 1);
      await expectReadable(session);
      clock.advance(random.pick([1, random.between(1, 9e9)]));
      for (const state of session.states)
        expect(await refusal(sessions, random, state)).toEqual(sessionError(state.session_id, 'expired'));
      // A longer life, written by hand.
      const [sealed] = session.states;
      if (sealed === undefined) return;
      const parts = sealed.state_blob.split('.');
      for (const life of ['', 'zzzzzzzzz', (expiry + 9e10).toString(36)])
        await expectRefused(random, sealed, parts.with(3, life).join('.'), 'tampered');
    }));

  test('[Q4.1] the reasons are told apart: a changed definition is outdated, with both revisions', async () => {
    const own = { ...pages, workflow_id: 'own-pages' };
    const save = (flow: object) =>
      sessions.harness.call(ann, 'definitions.save', {
        path: 'own-pages.json',
        source: JSON.stringify(flow),
        overwrite: true,
      });
    await save(own);
    const first = await sessions.start('own-pages');
    const second = await sessions.submit(first, 'hidden', { complete: false });
    const [[name = '', state] = []] = Object.entries(own.states);
    const changed = {
      ...own,
      states: {
        ...own.states,
        [name]: { ...state, question: { ...state?.question, validation: { regex: 'h' } } },
      },
    };
    await save(changed);
    const error = await refusal(sessions, fixed, second);
    expect(error).toMatchObject({ code: 'SESSION_ERROR', session_id: first.session_id, reason: 'outdated' });
    expect(error['expected_version']).not.toBe(error['actual_version']);
    expect(JSON.stringify(error)).not.toContain('hidden');
  });
});
