/** Which field of listed items is the value of a parameter, and which one people recognise an item by. */
import type { ItemFields, ScalarKind } from './list-items.ts';
import { snake } from './word-forms.ts';

/** What is asked for: `team_slug` is the slug of a team. */
export interface WantedValue {
  readonly name: string;
  readonly kind: ScalarKind;
  /** `id`, `slug`, …; null if the name says only what it is of. */
  readonly attribute: string | null;
  /** Whether the items are what its name says. */
  readonly isOfItems: boolean;
  readonly isPerson: boolean;
}

const whole = ['id', 'login', 'slug', 'key', 'name'];
const ofPeople = ['login', 'username', 'user_name', 'slug'];
const ids = ['id', 'uuid', 'guid'];

export function chooseField(items: ItemFields, wanted: WantedValue): string | undefined {
  const { name, kind, attribute, isOfItems, isPerson } = wanted;
  const find = (candidates: readonly string[]): string | undefined =>
    candidates.map((each) => items.get(each)).find((field) => field?.kind === kind)?.name;
  const exact = find([snake(name)]);
  if (exact !== undefined) return exact;
  if (isPerson) return find(ofPeople);
  if (attribute === null) return isOfItems ? find(whole) : undefined;
  if (ids.includes(attribute)) return find([attribute, ...ids]);
  return isOfItems ? find([attribute]) : undefined;
}

const human = ['name', 'title', 'full_name', 'display_name', 'label', 'login', 'username', 'slug', 'email'];

/** Null if it is the value. */
export function chooseLabel(items: ItemFields, value: string): string | null {
  const found = human.map((each) => items.get(each)).find((field) => field?.kind === 'string');
  return found === undefined || found.name === value ? null : found.name;
}
