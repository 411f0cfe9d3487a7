import { describe, expect, test } from 'vitest';
import type { Json } from '../../kernel/index.ts';
import { createRandom } from '../../testing/index.ts';
import { createKeyRing, type SealOptions } from './key-ring.ts';
import { createSealingKey, parseKeys, type SealingKey } from './sealing-key.ts';

const first = createSealingKey();
const ring = createKeyRing(() => [first]);
const refused = (reason: string) => ({ kind: 'refused', reason });

describe('the key ring', () => {
  const values: readonly Json[] = [null, '', 0, 'ä€😀', [1, [2]], { a: { b: 'x' }, $secrets: [] }];

  test.each(values.map((data) => [data]))('[S1.1] opens what it sealed: %j', (data) => {
    expect(ring.open('session', ring.seal('session', data), 0)).toEqual({ kind: 'opened', data });
  });

  test('[S1.1] reveals nothing of what it sealed, and never returns the same text twice', () => {
    const one = ring.seal('session', 'a very plain text', { bind: 'run-77' });
    expect(one).not.toBe(ring.seal('session', 'a very plain text', { bind: 'run-77' }));
    expect(Buffer.from(one.split('.').at(-1) ?? '', 'base64url').toString()).not.toMatch(/plain|run-77/);
  });

  test('[S1.1] a text with any character changed, removed or added is refused', () => {
    const token = ring.seal('session', { n: 1 }, { expiresAt: 5_000 });
    for (let at = 0; at < token.length; at++) {
      for (const put of ['A', 'b', '.', '', `${token[at]}x`]) {
        if (put === token[at]) continue;
        const { kind } = ring.open('session', token.slice(0, at) + put + token.slice(at + 1), 0);
        expect({ at, put, kind }).toEqual({ at, put, kind: 'refused' });
      }
    }
  });

  test('[S1.1] changed content is tampered; a text that is not a token is malformed', () => {
    const token = ring.seal('session', { n: 1 }, { expiresAt: 5_000 });
    const body = Buffer.from(token.split('.').at(-1) ?? '', 'base64url');
    for (let at = 0; at < body.length; at++) {
      const changed = Buffer.from(body);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const forged = token.replace(/[^.]+$/, changed.toString('base64url'));
      expect(ring.open('session', forged, 0)).toEqual(refused('tampered'));
    }
    // A longer lifetime, or another purpose, written into the header by hand.
    expect(ring.open('session', token.replace(/\.\w+\.(?=[^.]+$)/, '.zzzzzz.'), 0)).toEqual(
      refused('tampered'),
    );
    expect(ring.open('other', token.replace('.session.', '.other.'), 0)).toEqual(refused('tampered'));
    for (const text of ['', 'hello', 'sb1.a.b..', `${token}=`, token.slice(0, 40), 'x'.repeat(100_000)]) {
      expect(ring.open('session', text, 0)).toEqual(refused('malformed'));
    }
  });

  test('[S1.1] a text that was sealed for another purpose, or bound to something else, is foreign', () => {
    const bound: SealOptions = { bind: 'run-1' };
    expect(ring.open('webhook', ring.seal('session', 1), 0)).toEqual(refused('foreign'));
    expect(ring.open('session', ring.seal('session', 1, bound), 0, 'run-2')).toEqual(refused('foreign'));
    expect(ring.open('session', ring.seal('session', 1, bound), 0)).toEqual(refused('foreign'));
    expect(ring.open('session', ring.seal('session', 1), 0, 'run-1')).toEqual(refused('foreign'));
    expect(ring.open('session', ring.seal('session', 1, bound), 0, 'run-1')).toEqual({
      kind: 'opened',
      data: 1,
    });
  });

  test('[S1.1] it is refused from the time at which it expires', () => {
    const token = ring.seal('session', 1, { expiresAt: 1_800_000_000_000 });
    expect(ring.open('session', token, 1_799_999_999_999)).toEqual({ kind: 'opened', data: 1 });
    expect(ring.open('session', token, 1_800_000_000_000)).toEqual(refused('expired'));
  });

  test('[S1.1] a new key seals while older ones still open; without its key a text is refused', () => {
    const second = createSealingKey();
    const old = ring.seal('session', 'old');
    const rotated = createKeyRing(() => [second, first]);
    const fresh = rotated.seal('session', 'fresh');
    expect(rotated.open('session', old, 0)).toEqual({ kind: 'opened', data: 'old' });
    expect(rotated.open('session', fresh, 0)).toEqual({ kind: 'opened', data: 'fresh' });
    expect(ring.open('session', fresh, 0)).toEqual(refused('unknown-key'));
    const impostor: SealingKey = { id: first.id, bytes: second.bytes };
    expect(createKeyRing(() => [impostor]).open('session', old, 0)).toEqual(refused('tampered'));
  });

  test('[S1.1] no foreign text is opened or throws (seeds 1–200)', () => {
    const token = ring.seal('session', { a: 1 });
    for (let seed = 1; seed <= 200; seed++) {
      const random = createRandom(seed);
      const letters = [...token];
      for (let i = random.between(1, 5); i > 0; i--) {
        letters.splice(random.int(letters.length), random.int(3), random.pick([...'aA0.-_ \n=', token]));
      }
      const text = letters.join('');
      if (text !== token) expect(ring.open('session', text, 0).kind).toBe('refused');
    }
  });

  test('[S1.1] a purpose that could be confused with another is an error of the caller', () => {
    for (const purpose of ['', 'a.b', 'Session']) expect(() => ring.seal(purpose, 1)).toThrow(TypeError);
    expect(() => ring.seal('a', 1, { expiresAt: Number.NaN })).toThrow(TypeError);
  });
});

describe('keys in a variable', () => {
  const key = (letter: string) => Buffer.alloc(32, letter).toString('base64');

  test('[S1.1] the first one seals, also with blanks and a trailing comma', () => {
    const parsed = parseKeys(` b:${key('b')} , a:${key('a')},`);
    expect(parsed).toMatchObject({ kind: 'keys', keys: [{ id: 'b' }, { id: 'a' }] });
  });

  test.each([
    ['', 'no key is set'],
    [key('a'), 'the id of key 1'],
    [`a:${key('a')},B:${key('b')}`, 'the id of key 2'],
    [`a:${key('a')},a:${key('b')}`, 'key 2 has the same id as another key'],
    ['a:c2hvcnQ=', 'key 1 is not 32 bytes in base64'],
    [`a:${key('a').replace('W', '*')}`, 'key 1 is not 32 bytes in base64'],
  ])('[S1.1] a problem is reported without the key (%#)', (text, problem) => {
    const parsed = parseKeys(text);
    expect(parsed).toMatchObject({ kind: 'problem', problem: expect.stringContaining(problem) });
    expect(JSON.stringify(parsed)).not.toMatch(/YWFh|c2hv/);
  });
});
