/** What the language of a run shows of it in addition. */
import type { RunReader, Values } from '../../../languages/index.ts';
import { LruCache, type OpenedRun } from '../../../runtime/index.ts';
import { cachedPayloads } from '../../contract/payloads-of.ts';
import type { Services } from '../../contract/services.ts';
import { readSubmitted } from '../../definitions/read-submitted.ts';
import { ownerOf } from '../../jobs/run-job.ts';
import { createJournalFold } from '../../journal/fold-journal.ts';
import { findApi } from '../../language-lists/language-apis.ts';
import { variablesOfRun } from './variables-of-run.ts';

export async function viewOfLanguage(services: Services, opened: OpenedRun): Promise<Values> {
  const { runs } = findApi(opened.record.language) ?? {};
  return runs === undefined ? {} : runs.view(readerOf(services, opened));
}

function readerOf(services: Services, opened: OpenedRun): RunReader {
  const { store } = services;
  const { program, record } = opened;
  return {
    program,
    content: () => contentOf(services, opened),
    variables: (names) => variablesOfRun(opened, cachedPayloads(store), names),
    async fold<Facts>(initial: Facts, add: Parameters<typeof fold<Facts>>[1]) {
      const { facts } = await foldFacts(store, record, fold(initial, add));
      // A run has one language, which folds one kind of facts.
      return facts as Facts;
    },
  };
}

interface Folded {
  readonly seq: number;
  readonly facts: unknown;
}

const foldFacts = createJournalFold<Folded>();

const fold = <Facts>(initial: Facts, add: (facts: Facts, notes: JournalNotes) => Facts) => ({
  initial: { seq: 0, facts: initial },
  add: ({ facts }: Folded, { seq, notes }: { readonly seq: number; readonly notes: JournalNotes }) => ({
    seq,
    facts: add(facts as Facts, notes),
  }),
});

type JournalNotes = Parameters<Parameters<RunReader['fold']>[1]>[1];

/** Many runs share a revision: each is read once. By tenant, revision and name. */
const contents = new LruCache<{ readonly content: unknown }>(200);

async function contentOf(services: Services, { record, program }: OpenedRun): Promise<unknown> {
  const { tenant, revision } = record;
  const key = JSON.stringify([tenant, revision, program.root]);
  const known = contents.get(key);
  if (known !== undefined) return known.content;
  const text = await services.store.contents.find(tenant, 'definition', revision);
  if (text === undefined) return undefined;
  const { readResult } = await readSubmitted(services, ownerOf(record), { path: '', text }, null, {
    always: true,
  });
  const { content } = readResult.workflows.find((each) => each.program?.root === program.root) ?? {};
  contents.set(key, { content });
  return content;
}
