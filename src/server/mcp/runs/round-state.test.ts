import { ProtocolError } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { openKeyRing } from '../../../runtime/index.ts';
import { openRound, type RoundBinding, sealRound } from './round-state.ts';

const ringOf = (letter: string) =>
  openKeyRing({ variable: `k:${Buffer.alloc(32, letter).toString('base64')}`, path: '' });
const keys = await ringOf('a');
const principal = { subject: 'ada', tenant: 'a', scopes: new Set([]), roles: [], kind: 'agent' } as const;
const binding: RoundBinding = { principal, tool: 'w_book', input: { day: 'monday' } };
const state = { run: 'run_1', waitMs: 5_000, round: 1, asked: ['run_1:1'] };

test('[P4.2] a round continues with the run that it was sealed for', () => {
  expect(openRound(keys, sealRound(keys, state, binding), binding)).toEqual(state);
});

test('[P4.2] the order of arguments does not matter', () => {
  const token = sealRound(keys, state, { ...binding, input: { a: 1, b: { c: 2, d: 3 } } });
  expect(openRound(keys, token, { ...binding, input: { b: { d: 3, c: 2 }, a: 1 } })).toEqual(state);
});

test.each([
  ['principal', { ...binding, principal: { ...principal, subject: 'bob' } }],
  ['tenant', { ...binding, principal: { ...principal, tenant: 'b' } }],
  ['tool', { ...binding, tool: 'w_pay' }],
  ['input', { ...binding, input: { day: 'tuesday' } }],
])('[P4.2] a state of another %s is refused', (_, other) => {
  expect(() => openRound(keys, sealRound(keys, state, binding), other)).toThrow(ProtocolError);
});

test('[P4.2] a changed, forged or invalid state is refused, without details', async () => {
  const token = sealRound(keys, state, binding);
  const foreign = (await ringOf('b')).seal('mcp-round', { ...state });
  for (const bad of [
    `${token}x`,
    token.slice(1),
    '',
    'x',
    5,
    null,
    {},
    foreign,
    keys.seal('mcp-session', { ...state }),
  ]) {
    expect(() => openRound(keys, bad, binding)).toThrow(
      expect.objectContaining({ code: -32_602, message: 'Invalid or expired requestState' }),
    );
  }
});
