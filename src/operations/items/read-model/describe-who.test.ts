import { expect, test } from 'vitest';
import { describeWho } from './describe-who.ts';
import type { ItemWho } from './item-who.ts';

const anybody: ItemWho = { roles: [], subjects: [], kind: null, scope: null, fourEyes: false };

test.each<[who: ItemWho | null, words: string]>([
  [null, 'anyone'],
  [{ ...anybody, kind: 'person' }, 'people'],
  [{ ...anybody, roles: ['clerk'], subjects: ['ann'] }, 'anyone with the role “clerk”, and for “ann”'],
  [
    { ...anybody, roles: ['clerk'], fourEyes: true },
    'anyone with the role “clerk”, but not for the requester',
  ],
  [{ ...anybody, scope: 'admin' }, 'operators, who have the scope “admin”'],
  [{ ...anybody, unoffered: true }, 'no one until an administrator delegates it'],
  [{ ...anybody, unoffered: true, handedTo: 'bob' }, '“bob”, to whom it was delegated'],
  [{ ...anybody, apartFrom: ['A', 'B'] }, 'anyone, but not for those who did “A” or “B”'],
  [
    { ...anybody, subjects: ['ann'], familiar: ['A'] },
    'the principal that completed “A”, or until then for “ann”',
  ],
  [{ ...anybody, subjects: ['ann', 'bob'], allocated: true }, 'one chosen by the system: “ann” or “bob”'],
  [{ ...anybody, subjects: ['ann', 'bob'], allocated: true, chosen: 'bob' }, '“bob”, chosen by the system'],
  [
    { ...anybody, roles: ['clerk'], from: ['boss'] },
    'anyone with the role “clerk”, and for those named by the variable “boss”',
  ],
])('[W2.3] [Y6.1] %j is described as “%s”', (who, expected) => {
  expect(describeWho(who)).toBe(expected);
});
