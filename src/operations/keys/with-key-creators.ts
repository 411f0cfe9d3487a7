/**
 * Adds the creators of keys to a list of subjects: for separation of duties a key and its creator are one person
 * [W2.3].
 */
import type { Store } from '../../runtime/index.ts';
import { keyNameOf } from './key-view.ts';

/** @returns the subjects, and for each key among them everyone who ever created one with its name */
export async function withKeyCreators(
  { apiKeys }: Pick<Store, 'apiKeys'>,
  tenant: string,
  subjects: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const all = new Set(subjects);
  const names = [...all].flatMap((subject) => keyNameOf(subject) ?? []);
  for (const name of names) {
    for (const creator of await apiKeys.makersOf(tenant, name)) all.add(creator);
  }
  return all;
}
