/** Checks a data folder that no process uses any more: replays every journal and compares all other data with it. */
import { isDeepStrictEqual } from 'node:util';
import type { Json, Note } from '../../src/kernel/index.ts';
import { graphLanguage } from '../../src/languages/graph/index.ts';
import { Machines } from '../../src/runtime/engine/machines.ts';
import { isOpen, projectItems } from '../../src/runtime/engine/project.ts';
import {
  checkSqlite,
  type JournalEntry,
  openSqliteStore,
  Payloads,
  projectRecord,
  type RunRecord,
  type Store,
  type WorkItem,
} from '../../src/runtime/index.ts';

/** The result of a run: everything that does not depend on its timing, or on the number of attempts. */
export interface Ending {
  readonly workflow: string;
  readonly status: string;
  readonly output: Json;
  readonly failure: { readonly code: string; readonly message: string } | null;
  /** Completed, skipped or undone tasks, in alphabetical order. */
  readonly tasks: readonly string[];
}

export interface InspectedStore {
  readonly endings: ReadonlyMap<string, Ending>;
  readonly records: readonly RunRecord[];
  /** Keys of calls that succeeded according to the journals. */
  readonly succeeded: readonly string[];
  /** Inconsistencies. */
  readonly problems: readonly string[];
}

const tenant = 'default';
const pageLength = 500;

export async function inspectStore(file: string): Promise<InspectedStore> {
  const { problems: damages } = await checkSqlite(file);
  const store = await openSqliteStore({ file, durability: 'normal' });
  try {
    const problems = [...damages];
    const endings = new Map<string, Ending>();
    const succeeded: string[] = [];
    const payloads = new Payloads(store.contents);
    const machines = new Machines(store.contents, graphLanguage.evaluators, payloads);
    const records = await listRuns(store);
    for (const record of records) {
      const entries = await readJournal(store, record);
      const replayed = await replay(store, machines, payloads, record, entries);
      problems.push(...replayed.problems.map((problem) => `${record.id} (${record.workflow}): ${problem}`));
      endings.set(record.id, replayed.ending);
      for (const { event } of entries) {
        if (event.kind === 'callSucceeded') succeeded.push(`${record.id}.${event.instance}`);
      }
    }
    if ((await store.outbox.next(0)) !== null) problems.push('There are messages that were not sent.');
    return { endings, records, succeeded, problems };
  } finally {
    await store.close();
  }
}

async function replay(
  store: Store,
  machines: Machines,
  payloads: Payloads,
  record: RunRecord,
  entries: readonly JournalEntry[],
) {
  const problems: string[] = [];
  const { machine, program } = await machines.load(tenant, record.program);
  const snapshot = await store.journals.snapshot(tenant, record.id);
  const items = new Map<string, WorkItem>();
  const notes: Note[] = [];
  let state = machine.initial;
  for (const { seq, event, notes: noted } of entries) {
    const step = await payloads.resolving(tenant, () => machine.advance(state, event));
    if (step.kind === 'rejection') {
      problems.push(`event ${seq} is refused: ${step.message}`);
      break;
    }
    if (!isDeepStrictEqual(plain(step.notes), plain(noted)))
      problems.push(`event ${seq} has different notes`);
    const open = new Map([...items].filter(([, item]) => isOpen(item)));
    const happened = { event, before: state, step, program };
    for (const [id, item] of projectItems(record, open, happened, null)) items.set(id, item);
    state = step.state;
    notes.push(...noted);
    if (snapshot?.seq === seq && !isDeepStrictEqual(plain(snapshot.state), plain(state))) {
      problems.push(`the snapshot after event ${seq} differs from the state`);
    }
  }
  const kept = await store.items.search(tenant, { run: record.id }, { limit: pageLength });
  const stillOpen = [...items.values(), ...kept.filter(isApproval)].filter(isOpen).length;
  if (!isDeepStrictEqual(plain(projectRecord(record, entries.length, state, stillOpen)), plain(record))) {
    problems.push('its row differs from its journal');
  }
  if (!isDeepStrictEqual(summaryOf(kept), summaryOf([...items.values()]))) {
    problems.push('its items differ from its journal');
  }
  const { workflow, status } = record;
  const { failure } = state;
  const ending: Ending = {
    workflow,
    status,
    output: await payloads.resolvePayload(tenant, state.output),
    failure: failure === null ? null : { code: failure.code, message: failure.message },
    tasks: notes.flatMap(settledTask).toSorted(),
  };
  return { problems, ending };
}

function settledTask(note: Note): readonly string[] {
  switch (note.kind) {
    case 'completed':
    case 'skipped':
      return [`${note.task} ${note.kind}`];
    case 'undone':
      return [`${note.task} ${note.failure === null ? 'undone' : 'not undone'}`];
    default:
      return [];
  }
}

/** Requested by the creator of the fork, not by its journal. */
const isApproval = ({ reason }: WorkItem): boolean => reason === 'approval';

const summaryOf = (items: readonly WorkItem[]) =>
  items
    .filter((item) => !isApproval(item))
    .map(({ id, task, reason, state, input }) => ({ id, task, reason, state, input: plain(input) }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** As stored: undefined fields are absent. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

async function listRuns(store: Store): Promise<readonly RunRecord[]> {
  const found: RunRecord[] = [];
  for (;;) {
    const last = found.at(-1);
    const page = await store.runs.search(
      tenant,
      {},
      { limit: pageLength, ...(last === undefined ? {} : { before: last.id }) },
    );
    found.push(...page);
    if (page.length < pageLength) return found;
  }
}

async function readJournal(store: Store, { id, seq }: RunRecord): Promise<readonly JournalEntry[]> {
  const entries: JournalEntry[] = [];
  while (entries.length < seq) {
    const more = await store.journals.read(tenant, id, entries.length, pageLength);
    if (more.length === 0) break;
    entries.push(...more);
  }
  return entries;
}
