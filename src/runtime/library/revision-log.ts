/** Stores every observed state of documents: its text by hash, and when it was first observed. */
import type { AddedRevision, Revision } from '../ports/content.ts';
import { type Store, StoreError } from '../ports/store.ts';
import type { DocumentPlace } from './library.ts';

/** The current state of a document. */
export interface SeenState extends DocumentPlace {
  readonly source: string;
  readonly revision: string;
}

export interface RevisionLog {
  /** Announces who changes a document next; all other changes are attributed to the folder. */
  expect(place: DocumentPlace, revision: string, by: string): void;
  /** What cannot be stored now is stored at the next call: a full disk hides no workflow. */
  keep(states: readonly SeenState[], at: number): Promise<void>;
  /** Documents that no longer exist. */
  keepGone(places: readonly DocumentPlace[], at: number): Promise<void>;
  list(place: DocumentPlace, limit: number): Promise<readonly Revision[]>;
  find(place: DocumentPlace, revision: string): Promise<string | undefined>;
}

/** Of a deleted document. */
const goneRevision = '';

/** Documents that all tenants share are stored once, under an empty tenant. */
const sharedTenant = '';

type Log = Pick<Store, 'contents' | 'revisions'>;

/** @param report receives what cannot be stored now */
export function createRevisionLog(
  { contents, revisions }: Log,
  report: (message: string, cause: unknown) => void,
): RevisionLog {
  /** The newest revision that is known to be stored. */
  const newest = new Map<string, string>();
  const expected = new Map<string, { readonly revision: string; readonly by: string }>();

  /** Empty if it is stored. */
  const toAdd = async (state: SeenState, at: number): Promise<readonly AddedRevision[]> => {
    const key = revisionKey(state);
    const { revision: hash, source } = state;
    const tenant = state.tenant ?? sharedTenant;
    const document = documentOf(state);
    const [last] = newest.has(key) ? [] : await revisions.list(tenant, document, 1);
    if (last?.hash === hash) return [];
    const hand = expected.get(key);
    const by = hand?.revision === hash ? hand.by : '';
    return [{ tenant, document, hash, at, by, ...(hash === goneRevision ? {} : { text: source }) }];
  };

  const keep = async (states: readonly SeenState[], at: number): Promise<void> => {
    // Another change may be announced while these are stored.
    const announced = new Map(expected);
    const unknown = states.filter((state) => newest.get(revisionKey(state)) !== state.revision);
    try {
      const added: AddedRevision[] = [];
      for (const state of unknown) added.push(...(await toAdd(state, at)));
      if (added.length > 0) await revisions.add(added);
      for (const state of unknown) {
        const key = revisionKey(state);
        newest.set(key, state.revision);
        if (expected.get(key) === announced.get(key)) expected.delete(key);
      }
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      report('Revisions of workflows cannot be stored now. Signalbox tries again.', error);
    }
  };

  return {
    expect: (place, revision, by) => void expected.set(revisionKey(place), { revision, by }),
    keep,
    keepGone: (places, at) =>
      keep(
        places.map((place) => ({ ...place, source: '', revision: goneRevision })),
        at,
      ),
    list: (place, limit) => revisions.list(place.tenant ?? sharedTenant, documentOf(place), limit),
    find: (place, revision) => contents.find(place.tenant ?? sharedTenant, 'definition', revision),
  };
}

const documentOf = ({ folder, path }: DocumentPlace): string => (folder === '' ? path : `${folder}:${path}`);

const revisionKey = (place: DocumentPlace): string => JSON.stringify([place.tenant, documentOf(place)]);
