/** Names that exist twice: the second one is the mistake. */
import type { Draft } from './document-draft.ts';
import { type DocumentNode, itemsOf, type MapNode, put, textAt, valueAt } from './document-tree.ts';
import type { MistakeKind } from './mistake-kind.ts';

interface Pair {
  /** What has the name that stays. */
  readonly one: MapNode;
  /** What takes its name. */
  readonly other: MapNode;
}

const idOf = (of: DocumentNode): DocumentNode => valueAt(of, 'id') ?? of;

/** In the order in which they are read. */
const idsOf = (draft: Draft): readonly DocumentNode[] =>
  draft
    .places()
    .flatMap(({ state, question }) => [question, ...itemsOf(valueAt(state, 'operations'))].map(idOf));

const sameId = (name: string, pair: (draft: Draft) => Pair | undefined): MistakeKind => ({
  name,
  isStructural: false,
  make(draft) {
    const found = pair(draft);
    if (found === undefined) return undefined;
    const { one, other } = found;
    const id = textAt(one, 'id');
    // Dashes and underscores are not distinguished.
    put(other, 'id', draft.random.pick([id, id.replaceAll('-', '_'), id.replaceAll('_', '-')]));
    const ids = idsOf(draft);
    const isLater = ids.indexOf(idOf(other)) > ids.indexOf(idOf(one));
    return [{ rule: 'duplicate-id', at: idOf(isLater ? other : one) }];
  },
});

const sameIds: readonly MistakeKind[] = [
  sameId('two questions with one id', (draft) => {
    // Of one type, because expressions refer to either.
    const one = draft.plain(null);
    const other = one && draft.plain(one.type, draft.isFree);
    return other && { one: one.question, other: other.question };
  }),
  sameId('two operations with one id', (draft) => {
    const [one, other] = [draft.operation(), draft.operation()];
    return one && other && { one, other };
  }),
  sameId('a question and an operation with one id', (draft) => {
    const [place, other] = [draft.state(), draft.operation()];
    return place && other && { one: place.question, other };
  }),
];

const sameKey = (
  name: string,
  where: (draft: Draft) => DocumentNode | undefined,
  more: Partial<MistakeKind> = {},
): MistakeKind => ({
  name,
  isStructural: false,
  make(draft) {
    const map = where(draft);
    if (map?.kind !== 'map' || map.entries.length === 0) return undefined;
    const [place, { key }] = draft.random.pick([...map.entries.entries()]);
    const second = draft.random.pick(['again', null, ['more'], { question: { id: 'again' } }]);
    return [{ rule: 'duplicate-key', at: draft.insertEntry(map, key, second, place + 1) }];
  },
  ...more,
});

const sameKeys: readonly MistakeKind[] = [
  sameKey('two states with one name', (draft) => valueAt(draft.random.pick(draft.levels()), 'states')),
  sameKey('two nested workflows with one name', (draft) => {
    if (valueAt(draft.root, 'workflows') === undefined)
      draft.workflow({ states: { only: { question: draft.question() } } });
    return valueAt(draft.root, 'workflows');
  }),
  sameKey('two equal keys of a flow', (draft) => (draft.touch(draft.root) ? draft.root : undefined), {
    isOfFlow: true,
  }),
  sameKey('two equal keys of a state', (draft) => draft.state()?.state),
  sameKey('two equal keys of a question', (draft) => draft.state()?.question),
  sameKey('two equal keys of an operation', (draft) => draft.operation()),
  sameKey('two equal arguments', (draft) => valueAt(draft.operation(), 'args')),
];

export const duplicateNames: readonly MistakeKind[] = [...sameIds, ...sameKeys];
