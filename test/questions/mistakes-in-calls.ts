/** Calls of operations that do not exist, or with arguments that do not fit. */
import type { Draft } from './document-draft.ts';
import {
  type DocumentNode,
  drop,
  entryOf,
  type MapNode,
  type Mistake,
  put,
  valueAt,
} from './document-tree.ts';
import type { MistakeKind } from './mistake-kind.ts';

/** @param change what is wrong with a call that fits */
const inCall = (
  name: string,
  change: (call: MapNode, draft: Draft) => Mistake,
  isCorrected = false,
): MistakeKind => ({
  ...{ name, isStructural: false, isCorrected },
  make(draft) {
    const find = draft.random.pick<() => DocumentNode | undefined>([
      () => draft.operation(),
      () => valueAt(draft.operation(), 'undo'),
      () => draft.choicesFrom(),
    ]);
    const call = find();
    return call?.kind === 'map' ? [change(call, draft)] : undefined;
  },
});

/** Puts arguments, and returns the key of one of them. */
const argument = (call: MapNode, args: object, key: string): Mistake['at'] => {
  put(call, 'call', 'make');
  const { value } = put(call, 'args', args);
  return entryOf(value, key) ?? value;
};

export const mistakesInCalls: readonly MistakeKind[] = [
  inCall('an unknown operation', (call, { random }) => ({
    rule: 'unknown-call',
    at: put(call, 'call', random.pick(['mke', 'nothing.like_it', 'constructor', '__proto__'])).value,
  })),
  inCall(
    'an argument that the operation does not have',
    (call, { random }) => {
      const key = random.pick(['other', 'constructor', 'numbr']);
      return { rule: 'unknown-argument', at: argument(call, { number: 1, [key]: 'x' }, key) };
    },
    true,
  ),
  inCall(
    'a misspelled argument',
    (call, { random }) => {
      const key = random.pick(['numbr', 'Number', 'nmuber']);
      return { rule: 'unknown-argument', at: argument(call, { [key]: 1, own: 'x' }, key) };
    },
    true,
  ),
  inCall('an argument of another type', (call, { random }) => {
    const number = random.pick(['one', '1', 1.5, true, null, [1], { of: 1 }]);
    return { rule: 'argument-type', at: argument(call, { own: 'x', number }, 'number') };
  }),
  inCall(
    'a missing argument',
    (call) => {
      put(call, 'call', 'make');
      return { rule: 'missing-argument', at: put(call, 'args', { own: 'x' }).value };
    },
    true,
  ),
  inCall(
    'no arguments for an operation that needs one',
    (call, { random }) => {
      if (random.chance(0.5)) drop(call, 'args');
      else put(call, 'args', null);
      return { rule: 'missing-argument', at: put(call, 'call', 'make').value };
    },
    true,
  ),
  inCall('a reserved argument', (call) => ({
    rule: 'reserved-name',
    at: argument(call, { number: 1, $secrets: [] }, '$secrets'),
  })),
];
