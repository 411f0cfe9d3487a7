/** A random flow in which mistakes are made, each at a place of its own, so that none hides another. */
import type { Random } from '../../src/testing/index.ts';
import {
  type DocumentNode,
  drop,
  type Entry,
  entriesOf,
  entryOf,
  itemsOf,
  type ListNode,
  type MapNode,
  mapOf,
  nodeOf,
  put,
  textAt,
  textsIn,
  valueAt,
} from './document-tree.ts';
import { type FlowDocument, questionsOf, variablesOf } from './flow-document.ts';

export interface StatePlace {
  readonly entry: Entry;
  readonly state: MapNode;
  readonly question: MapNode;
  readonly id: string;
  readonly type: string;
}

type Filter = (place: StatePlace) => boolean;

export class Draft {
  readonly root: MapNode;
  readonly random: Random;
  readonly #secrets: Set<string>;
  /** What has a mistake, and values that can be used only once. */
  readonly #touched = new Set<unknown>();
  #made = 0;

  constructor(random: Random, flow: FlowDocument) {
    this.random = random;
    this.root = mapOf(flow);
    this.#secrets = new Set(
      questionsOf(flow).flatMap((question) => (variablesOf(flow, question).length > 0 ? [question.id] : [])),
    );
  }

  fresh(prefix: string): string {
    this.#made += 1;
    return `${prefix}-of-draft-${this.#made}`;
  }

  /** False if it was touched before. */
  touch(what: unknown): boolean {
    const isFree = !this.#touched.has(what);
    this.#touched.add(what);
    return isFree;
  }

  /** One that was not picked before. */
  once(values: readonly string[]): string {
    const value = this.random.pick(values.filter((each) => !this.#touched.has(each)));
    this.touch(value);
    return value;
  }

  /** The flow and the nested workflows that have states. */
  levels(): readonly MapNode[] {
    const nested = entriesOf(valueAt(this.root, 'workflows')).map(({ value }) => value);
    return [this.root, ...nested].flatMap((level) =>
      level.kind === 'map' && entriesOf(valueAt(level, 'states')).length > 0 ? [level] : [],
    );
  }

  /** In the order in which they are read. */
  places(): readonly StatePlace[] {
    return this.levels().flatMap((level) =>
      entriesOf(valueAt(level, 'states')).flatMap((entry) => {
        const state = entry.value;
        const question = valueAt(state, 'question');
        if (state.kind !== 'map' || question?.kind !== 'map') return [];
        const [id, type] = [textAt(question, 'id'), textAt(question, 'type')];
        return [{ entry, state, question, id, type }];
      }),
    );
  }

  /** One without a mistake. */
  state(fits: Filter = () => true): StatePlace | undefined {
    const free = this.places().filter((place) => !this.#touched.has(place.entry) && fits(place));
    if (free.length === 0) return undefined;
    const place = this.random.pick(free);
    this.touch(place.entry);
    return place;
  }

  readonly #isSecret: Filter = ({ id }) => this.#secrets.has(id);

  /** Nothing refers to its answer. */
  readonly isFree: Filter = ({ id }) =>
    !textsIn(this.root).some((text) => text.includes(`\${${id}}`) || text.includes(`\${ ${id} }`));

  /** A state whose question is no secret, and has nothing but its type and what that needs. */
  plain(type: string | null, fits: Filter = () => true): StatePlace | undefined {
    const fitsAll: Filter = (each) =>
      (type === null || each.type === type) && !this.#isSecret(each) && fits(each);
    const place = this.state(fitsAll) ?? this.#newState(type ?? 'string');
    if (place === undefined) return undefined;
    drop(place.question, 'default', 'validation', 'automatic_answer', 'choices_from');
    if (place.type === 'choice') put(place.question, 'validation', { choices: ['one', 'two'] });
    return place;
  }

  /** It follows the first state of a level, and nothing follows it. */
  #newState(type: string): StatePlace | undefined {
    const level = this.#someLevel();
    const states = valueAt(level, 'states');
    const first = entriesOf(states)[0];
    if (level === undefined || states?.kind !== 'map' || first === undefined) return undefined;
    const entry = put(states, this.fresh('state'), { question: { ...this.question(), type } });
    const way = { from_state: first.key, to_state: entry.key, condition: '1 < 2' };
    this.#listIn(level, 'transitions').items.unshift(mapOf(way));
    return this.state((place) => place.entry === entry);
  }

  /** A new state that follows only this one, and that nothing follows. @returns its id */
  lastAfter({ entry }: StatePlace, type: string): string | undefined {
    const level = this.levels().find((each) => entriesOf(valueAt(each, 'states')).includes(entry));
    const states = valueAt(level, 'states');
    if (level === undefined || states?.kind !== 'map') return undefined;
    const question = { ...this.question(), type };
    const added = put(states, this.fresh('state'), { question });
    this.touch(added);
    const way = { from_state: entry.key, to_state: added.key, condition: '1 < 2' };
    this.#listIn(level, 'transitions').items.unshift(mapOf(way));
    return textAt(added.value, 'question', 'id');
  }

  /** The id of a secret. */
  secret(): string | undefined {
    const known = this.state((place) => this.#isSecret(place));
    if (known !== undefined) return known.id;
    const place = this.plain('string', this.isFree);
    if (place === undefined) return undefined;
    put(place.question, 'sensitive', true);
    this.#secrets.add(place.id);
    return place.id;
  }

  /** A new operation of a state, with an undo. */
  operation(): MapNode | undefined {
    const place = this.state() ?? this.#newState('boolean');
    if (place === undefined) return undefined;
    const operation = mapOf({
      id: this.fresh('op'),
      call: 'make',
      args: { number: 1, own: `\${${place.id}}` },
      undo: { call: 'unmake', args: { made: `$\{result.made}` } },
    });
    return this.insert(this.#listIn(place.state, 'operations'), operation);
  }

  choicesFrom(): MapNode | undefined {
    const place = this.plain('choice');
    if (place === undefined) return undefined;
    const { value } = put(place.question, 'choices_from', { call: 'lookup', args: { of: 'all', size: 2 } });
    return value as MapNode;
  }

  /** A new transition between two states of a level. */
  transition(more: object = {}): MapNode | undefined {
    const level = this.#someLevel();
    if (level === undefined) return undefined;
    const names = entriesOf(valueAt(level, 'states')).map(({ key }) => key);
    const [from_state, to_state] = [this.random.pick(names), this.random.pick(names)];
    const transition = mapOf({ from_state, to_state, condition: '1 < 2', ...more });
    return this.insert(this.#listIn(level, 'transitions'), transition);
  }

  /** After this state, the same one follows, whatever else is written. */
  returns({ entry }: StatePlace): MapNode | undefined {
    const level = this.levels().find((each) => entriesOf(valueAt(each, 'states')).includes(entry));
    if (level === undefined) return undefined;
    const way = mapOf({ from_state: entry.key, to_state: entry.key });
    this.#listIn(level, 'transitions').items.unshift(way);
    return way;
  }

  /** Anywhere among the transitions of a level. */
  badTransition(data: unknown): DocumentNode | undefined {
    const level = this.#someLevel();
    return level && this.insert(this.#listIn(level, 'transitions'), nodeOf(data));
  }

  /** A new nested workflow. */
  workflow(data: unknown, id = this.fresh('inner')): Entry {
    const all = entryOf(this.root, 'workflows') ?? put(this.root, 'workflows', {});
    return put(all.value as MapNode, id, data);
  }

  /** A new state that no way leads to. */
  lostState(data: unknown): Entry | undefined {
    const states = valueAt(this.#someLevel(), 'states');
    if (states?.kind !== 'map') return undefined;
    const entry = put(states, this.fresh('lost'), data);
    this.touch(entry);
    return entry;
  }

  question(): object {
    return { id: this.fresh('q'), type: 'string', prompt: 'What?' };
  }

  #someLevel(): MapNode | undefined {
    const levels = this.levels();
    return levels.length === 0 ? undefined : this.random.pick(levels);
  }

  #listIn(map: MapNode, key: string): ListNode {
    return (entryOf(map, key) ?? put(map, key, [])).value as ListNode;
  }

  /** Anywhere in a list. */
  insert<Node extends DocumentNode>(list: ListNode, item: Node): Node {
    list.items.splice(this.random.int(itemsOf(list).length + 1), 0, item);
    return item;
  }

  /** Anywhere in a map, also if it has the key. @param from the first place */
  insertEntry(map: MapNode, key: string, data: unknown, from = 0): Entry {
    const entry = { key, value: nodeOf(data) };
    map.entries.splice(this.random.between(from, map.entries.length), 0, entry);
    return entry;
  }
}
