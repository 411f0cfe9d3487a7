/** What changes from one version of a catalog to the next, for a person, in bounded length: types of it can be very large. */
import type { Type } from '../../expression/index.ts';
import type { CatalogComparison, CommandChange } from './compare-catalogs.ts';
import { textOfType } from './text-of-type.ts';

export interface CatalogDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly { readonly command: string; readonly changes: readonly string[] }[];
}

/** Of each list. */
const maxListed = 200;
const maxChanges = 10;
const maxName = 200;
/** Of a type, about. */
const maxType = 400;

export const describeComparison = ({ added, removed, changed }: CatalogComparison): CatalogDifference => ({
  added: added.slice(0, maxListed).map(nameOf),
  removed: removed.slice(0, maxListed).map(nameOf),
  changed: changed
    .slice(0, maxListed)
    .map(({ command, changes }) => ({ command: nameOf(command), changes: describeChanges(changes) })),
});

function describeChanges(changes: readonly CommandChange[]): readonly string[] {
  const more = changes.length - maxChanges;
  const shown = changes.slice(0, maxChanges).map(describeChange);
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}

/** `“sort” is required now` */
function describeChange(change: CommandChange): string {
  switch (change.kind) {
    case 'parameter_added':
      return `“${nameOf(change.parameter)}” is new${change.required ? ' and required' : ''}`;
    case 'parameter_removed':
      return `“${nameOf(change.parameter)}” is gone`;
    case 'parameter_required':
      return `“${nameOf(change.parameter)}” is required now`;
    case 'parameter_optional':
      return `“${nameOf(change.parameter)}” is optional now`;
    case 'parameter_type':
      return `“${nameOf(change.parameter)}” was ${typeOf(change.before)}, and is ${typeOf(change.after)}`;
    case 'result_type':
      return `the result was ${typeOf(change.before)}, and is ${typeOf(change.after)}`;
    case 'request':
      return `it was ${nameOf(change.before)}, and is ${nameOf(change.after)}`;
    case 'deprecated':
      return 'it is deprecated now';
  }
}

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;
const nameOf = (name: string): string => cut(name, maxName);
const typeOf = (type: Type): string => cut(textOfType(type, maxType), 2 * maxType);
