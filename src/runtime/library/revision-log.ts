/** Stores every observed state of documents: its text by hash, and when it was first observed. */
import type { Revision } from '../ports/content.ts';
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

  const keepOne = async (state: SeenState, at: number): Promise<void> => {
    const key = revisionKey(state);
    const { revision: hash, source } = state;
    if (newest.get(key) === hash) return;
    const tenant = state.tenant ?? sharedTenant;
    const document = documentOf(state);
    const [last] = newest.has(key) ? [] : await revisions.list(tenant, document, 1);
    if (last?.hash !== hash) {
      const hand = expected.get(key);
      if (hash !== goneRevision) await contents.put(tenant, { kind: 'definition', hash, text: source }, at);
      await revisions.add(tenant, { document, hash, at, by: hand?.revision === hash ? hand.by : '' });
    }
    newest.set(key, hash);
    expected.delete(key);
  };

  const keep = async (states: readonly SeenState[], at: number): Promise<void> => {
    try {
      for (const state of states) await keepOne(state, at);
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
