/**
 * The same questions as an xstate machine whose snapshot is stored between two answers. It validates the answer by the
 * same expression; it does not encrypt, and knows no callers.
 */
import Database from 'better-sqlite3';
import { assign, createActor, setup } from 'xstate';

type Answered = { readonly type: 'answer'; readonly value: string };

export interface StoredMachine {
  /** A snapshot after so many answers, as stored. */
  after(answers: number): string;
  answer(snapshot: string): string;
  answerAndStore(snapshot: string): void;
  close(): void;
}

export function openStoredMachine(path: string, questions: readonly string[]): StoredMachine {
  const machine = setup({
    types: { context: {} as { answers: Readonly<Record<string, string>> }, events: {} as Answered },
    guards: { isValid: ({ event }) => /^[a-z][a-z0-9-]{0,62}$/.test(event.value) },
  }).createMachine({
    context: { answers: {} },
    initial: questions[0] ?? 'end',
    states: {
      ...Object.fromEntries(
        questions.map((id, at) => [
          id,
          {
            on: {
              answer: {
                guard: 'isValid' as const,
                target: questions[at + 1] ?? 'end',
                actions: assign({
                  answers: ({ context, event }: { context: { answers: object }; event: Answered }) => ({
                    ...context.answers,
                    [id]: event.value,
                  }),
                }),
              },
            },
          },
        ]),
      ),
      end: { type: 'final' as const },
    },
  });
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE sessions (id TEXT PRIMARY KEY, snapshot TEXT NOT NULL)');
  const put = database.prepare('INSERT OR REPLACE INTO sessions VALUES (?, ?)');
  const get = database.prepare('SELECT snapshot FROM sessions WHERE id = ?').pluck();
  const answer = (snapshot: string): string => {
    const actor = createActor(machine, { snapshot: JSON.parse(snapshot) }).start();
    actor.send({ type: 'answer', value: 'server-1-example' });
    const stored = JSON.stringify(actor.getPersistedSnapshot());
    actor.stop();
    return stored;
  };
  return {
    after(answers) {
      const actor = createActor(machine).start();
      for (let at = 0; at < answers; at += 1) actor.send({ type: 'answer', value: `server-${at}-example` });
      const stored = JSON.stringify(actor.getPersistedSnapshot());
      put.run('session', stored);
      return stored;
    },
    answer,
    answerAndStore(snapshot) {
      put.run('other', snapshot);
      put.run('session', answer(String(get.get('other'))));
    },
    close: () => database.close(),
  };
}
