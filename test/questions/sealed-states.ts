/**
 * Sealed states with contents that can be searched for, what a changed one must be refused for, and the ways to send it.
 */
import { type Random, succeeded } from '../../src/testing/index.ts';
import { ann } from '../operations/operations-harness.ts';
import type { FlowDocument, QuestionDocument } from './flow-document.ts';
import {
  type Answer,
  type DesignError,
  held,
  openQuestionSessions,
  type QuestionSessions,
  type Sealed,
} from './question-sessions.ts';

const count = 5;
const prompt = 'What is written on the hidden page?';

const asked = (at: number): QuestionDocument => ({ id: `page.${at}`, type: 'string', prompt });

/** Five texts, and an operation of the last answer. */
export const pages: FlowDocument = {
  version: '1.0.0',
  workflow_id: 'pages',
  states: Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `page ${at}`,
      at < count - 1
        ? { question: asked(at), next_state: `page ${at + 1}` }
        : { question: asked(at), operations: [{ id: 'print', call: 'make', args: { text: 'done' } }] },
    ]),
  ),
};

export interface SealedStates extends QuestionSessions {
  /** How often an operation was performed. */
  readonly performed: () => number;
}

export async function openSealedStates(): Promise<SealedStates> {
  let performed = 0;
  const make = () => {
    performed += 1;
    return succeeded(null);
  };
  return { ...(await openQuestionSessions([pages], { make })), performed: () => performed };
}

export interface WrittenSession {
  /** The first has no answer, the last has all. */
  readonly states: readonly Answer[];
  /** In each answer. */
  readonly marker: string;
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** A session whose answers contain a random word. */
export async function writeSession(
  sessions: QuestionSessions,
  random: Random,
  by = ann,
): Promise<WrittenSession> {
  const marker = Array.from({ length: 12 }, () => random.pick(letters)).join('');
  let answer = await sessions.start(pages.workflow_id, {}, by);
  const states = [answer];
  while (answer.question !== null) {
    const text = random.pick([marker, `${marker} é${states.length}`, `~?>${marker}`.repeat(4)]);
    answer = await sessions.submit(answer, text, { complete: false }, by);
    states.push(answer);
  }
  return { states, marker };
}

const operations = ['submit', 'restore', 'back', 'complete', 'cancel'] as const;

/** The error of a state that is sent with a random operation. Throws if it is not refused. */
export function refusal(
  { harness, refused }: QuestionSessions,
  random: Random,
  sealed: Sealed,
  by = ann,
): Promise<DesignError> {
  const operation = random.pick(operations);
  const answer = operation === 'submit' ? { answer_value: 'another' } : {};
  return refused(harness.call(by, `questions.${operation}`, { ...held(sealed), ...answer }));
}

/** What is told of a session, and nothing else. */
export const sessionError = (session: string, reason: string) => ({
  code: 'SESSION_ERROR',
  message: refusalTexts[reason],
  session_id: session,
  expected_version: null,
  actual_version: null,
  reason,
});

/** They are the same for every state. */
const refusalTexts: Readonly<Record<string, string>> = {
  malformed: 'The state is not one of a session: it is incomplete, or not a state at all.',
  unknown_key: 'The state was sealed with a key that this server does not have.',
  tampered: 'The state was changed after it was sealed.',
  foreign: 'The state belongs to another session, or to another caller.',
  expired: 'The state has expired.',
  too_large: 'The state of the session is too large.',
};

/**
 * Why a changed state is refused, by its five parts: the format, the key, the purpose, the end of its life in base 36,
 * and the sealed bytes.
 */
export function reasonFor(changed: string, original: string): string {
  if (changed.length > 40_000) return 'too_large';
  const parts = changed.split('.');
  const [format = '', key = '', purpose = '', expiry = '', body = ''] = parts;
  const isOne =
    parts.length === 5 &&
    format === 'sb1' &&
    /^[a-z0-9-]{1,32}$/.test(key) &&
    /^[a-z][a-z0-9-]{0,63}$/.test(purpose) &&
    /^[a-z0-9]{0,11}$/.test(expiry) &&
    /^[A-Za-z0-9_-]+$/.test(body);
  const bytes = Buffer.from(body, 'base64url');
  // A nonce and a tag. Only one text stands for the same bytes.
  if (!isOne || bytes.length < 28 || bytes.toString('base64url') !== body) return 'malformed';
  return key === original.split('.')[1] ? 'tampered' : 'unknown_key';
}
