import { expect, test } from 'vitest';
import { describeWho } from './describe-who.ts';
import type { ItemWho } from './item-who.ts';

const anybody: ItemWho = { roles: [], subjects: [], kind: null, scope: null, fourEyes: false };

test.each<[who: ItemWho | null, words: string]>([
  [null, 'anybody'],
  [{ ...anybody, kind: 'person' }, 'people'],
  [{ ...anybody, roles: ['clerk'], subjects: ['ann'] }, 'whoever has the role “clerk”, and for “ann”'],
  [
    { ...anybody, roles: ['clerk'], fourEyes: true },
    'whoever has the role “clerk”, but not for whoever asked for it',
  ],
  [{ ...anybody, scope: 'admin' }, 'operators, who have the scope “admin”'],
  [{ ...anybody, unoffered: true }, 'nobody until somebody who administers hands it on'],
  [{ ...anybody, unoffered: true, handedTo: 'bob' }, '“bob”, to whom it was handed'],
  [{ ...anybody, apartFrom: ['A', 'B'] }, 'anybody, but not for whoever did “A” or “B”'],
  [{ ...anybody, subjects: ['ann'], familiar: ['A'] }, 'whoever completed “A”, or before that for “ann”'],
  [{ ...anybody, subjects: ['ann', 'bob'], allocated: true }, 'one whom the system chooses: “ann” or “bob”'],
  [{ ...anybody, subjects: ['ann', 'bob'], allocated: true, chosen: 'bob' }, '“bob”, whom the system chose'],
  [
    { ...anybody, roles: ['clerk'], from: ['boss'] },
    'whoever has the role “clerk”, and for whom the variable “boss” names',
  ],
])('[W2.3] [Y6.1] for whom it is: %j is said as “%s”', (who, expected) => {
  expect(describeWho(who)).toBe(expected);
});
