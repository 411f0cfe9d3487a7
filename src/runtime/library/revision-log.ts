/** Keeps every state of documents that was seen in the store: its text by hash, and when it was first there. */
import type { Revision } from '../ports/content.ts';
import { type Store, StoreError } from '../ports/store.ts';
import type { DocumentPlace } from './library.ts';

/** A state that a document has now. */
export interface SeenState extends DocumentPlace {
  readonly source: string;
  readonly revision: string;
}

export interface RevisionLog {
  /** Who brings a document into a state next; everything else was found in the folder. */
  expect(place: DocumentPlace, revision: string, by: string): void;
  /** What cannot be kept now is kept at the next call: a full disk hides no workflow. */
  keep(states: readonly SeenState[], at: number): Promise<void>;
  /** Documents that were here and are no longer. */
  keepGone(places: readonly DocumentPlace[], at: number): Promise<void>;
  list(place: DocumentPlace, limit: number): Promise<readonly Revision[]>;
  find(place: DocumentPlace, revision: string): Promise<string | undefined>;
}

/** Of a document that is gone. */
const goneRevision = '';

/** Documents that all tenants share are kept once, under a tenant that is nobody. */
const sharedTenant = '';

type Log = Pick<Store, 'contents' | 'revisions'>;

/** @param report told what cannot be kept now */
export function createRevisionLog(
  { contents, revisions }: Log,
  report: (message: string, cause: unknown) => void,
): RevisionLog {
  /** The newest revision that is known to be kept. */
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
      report('Revisions of workflows cannot be kept at the moment; it is tried again.', error);
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
