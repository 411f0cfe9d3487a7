/** Replays a journal event by event with the notes of the kernel. Timelines and forks use it. */

import {
  type Evaluators,
  link,
  type Machine,
  type Program,
  type RunState,
  type Step,
} from '../../../kernel/index.ts';
import { phrase } from '../../../languages/index.ts';
import {
  type JournalEntry,
  type LinkedMachine,
  type OpenedRun,
  Payloads,
  Player,
  type RunRecord,
  yieldToEventLoop,
} from '../../../runtime/index.ts';
import { OperationError } from '../../contract/operation-error.ts';
import type { Services } from '../../contract/services.ts';
import { evaluators } from '../../language-lists/languages.ts';

export interface PlayedEntry {
  readonly entry: JournalEntry;
  readonly step: Step;
}

const pageSize = 500;

/** @param upTo the last event to replay */
export function playJournal(
  services: Services,
  opened: Pick<OpenedRun, 'record' | 'program'>,
  upTo: number = opened.record.seq,
): AsyncGenerator<PlayedEntry> {
  return new JournalPlayer(services, opened).playTo(upTo);
}

/** Replays a journal up to an event, and continues from there for later ones. */
export class JournalPlayer {
  readonly #store: Services['store'];
  readonly #record: RunRecord;
  readonly #player: Player;
  readonly #linked: LinkedMachine;
  #state: RunState;
  #played = 0;

  constructor({ store, playing }: Services, { record, program }: Pick<OpenedRun, 'record' | 'program'>) {
    this.#store = store;
    this.#record = record;
    const payloads = new Payloads(store.contents);
    this.#player = new Player(payloads, playing?.elsewhere);
    this.#linked = {
      program,
      machine: linkPinned(record, program, payloads, playing?.evaluators ?? evaluators),
    };
    this.#state = this.#linked.machine.initial;
  }

  async *playTo(upTo: number): AsyncGenerator<PlayedEntry> {
    const { tenant, id } = this.#record;
    while (this.#played < upTo) {
      const limit = Math.min(pageSize, upTo - this.#played);
      const entries = await this.#store.journals.read(tenant, id, this.#played, limit);
      if (entries.length === 0) throw journalDamaged(id, this.#played + 1, 'it is missing');
      for (const entry of entries) {
        await yieldToEventLoop();
        const step = await this.#player.advance(this.#record, this.#linked, this.#state, entry.event);
        if (step.kind === 'rejection') throw journalDamaged(id, entry.seq, step.message);
        this.#state = step.state;
        this.#played = entry.seq;
        yield { entry, step };
      }
    }
  }
}

/** A pinned program linked when it was stored. If it no longer links, another version of the language stored it. */
function linkPinned(
  { id }: RunRecord,
  program: Program,
  { resolve }: Payloads,
  evaluators: Evaluators,
): Machine {
  const linked = link(program, { evaluators, resolve });
  if (linked.kind === 'machine') return linked.machine;
  throw new OperationError({
    code: 'program_not_playable',
    message: `The workflow of the run “${id}” cannot be replayed here: ${linked.problems[0]?.message ?? ''}`,
    suggestedAction: phrase`Use a version of Signalbox that supports the language of the ${{ noun: 'workflow' }}.`,
    context: { run: id },
  });
}

function journalDamaged(run: string, seq: number, why: string): OperationError {
  return new OperationError({
    code: 'journal_damaged',
    message: `Event ${seq} in the journal of the run “${run}” cannot be replayed: ${why}`,
    suggestedAction: 'Run “signalbox doctor” to find out what to do.',
    context: { run, seq },
  });
}
