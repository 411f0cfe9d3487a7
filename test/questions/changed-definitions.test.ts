/** Flows that are edited while sessions of them are open: each session continues with the new flow, or is refused. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Random } from '../../src/testing/index.ts';
import { type EditedSessions, edited, openEditedSessions } from './edited-sessions.ts';
import type { FlowDocument, Scalar } from './flow-document.ts';
import { predictContinuation } from './predict-continuation.ts';
import { type Answer, textOf } from './question-sessions.ts';
import { validAnswer } from './random-answer.ts';
import { answersInAdvance } from './random-dialogue.ts';
import { type EditName, edit, editNames, type Place, placesOf } from './random-edit.ts';
import { randomFlow } from './random-flow.ts';
import { expectedState } from './random-sessions.ts';
import { ReferenceChanges } from './reference-changes.ts';
import { NoValue } from './reference-expression.ts';
import { eachRound, rounds, seed } from './rounds.ts';
import { Tally } from './tally.ts';

const about = `seed ${seed}, ${rounds} rounds`;
let sessions: EditedSessions;

beforeAll(async () => {
  sessions = await openEditedSessions();
});
afterAll(() => sessions.close());

const unfinished = { complete: false };

/** A session as its client holds it, and as the reference does. */
interface Client {
  readonly answer: Answer;
  readonly model: ReferenceChanges;
  /** Of the definition with which the state was made. */
  readonly revision: string;
}

/** With some answers, some of which wait to be used again. */
async function play(flow: FlowDocument, random: Random): Promise<Client> {
  const { clock } = sessions.harness;
  const revision = await sessions.saveValid(flow);
  const known = random.chance(0.3) ? answersInAdvance(random, flow) : [];
  const answers = Object.fromEntries(known.map(({ question, value }) => [question, value]));
  const model = new ReferenceChanges(flow, () => clock.now(), known);
  let answer = await sessions.start(edited, known.length === 0 ? {} : { answers });
  for (let left = random.int(8); left > 0; left--) {
    const value = validAnswer(random, model.reference);
    if (value === undefined) break;
    clock.advance(random.int(1_000));
    model.answer(value);
    answer = await sessions.submit(answer, value, unfinished);
  }
  if (model.given.length > 0 && random.chance(0.3)) {
    const question = random.pick(model.earlier);
    model.back(question);
    answer = await sessions.back(answer, question);
  }
  clock.advance(random.int(1_000));
  return { answer, model, revision };
}

interface Edited {
  readonly name: EditName;
  readonly flow: FlowDocument;
  readonly revision: string;
}

/** Mostly one that the session has met. */
function pickPlace(flow: FlowDocument, { reference }: ReferenceChanges, random: Random): Place {
  const answered = reference.history.map(({ question }) => question);
  const all = placesOf(flow);
  const met = random.weighted([
    [2, answered],
    [3, [reference.current?.id]],
    [2, []],
  ]);
  const near = all.filter(({ state }) => met.includes(state.question.id));
  return random.pick(near.length > 0 ? near : all);
}

/** Null: no edit led to another valid flow. @param wanted where it is possible */
async function editOnce(
  flow: FlowDocument,
  model: ReferenceChanges,
  wanted: EditName,
  random: Random,
): Promise<Edited | null> {
  let saved = 0;
  for (let attempt = 0; attempt < 40 && saved < 6; attempt++) {
    const name = attempt < 30 && saved < 4 ? wanted : random.pick(editNames());
    const changed = edit(name, flow, pickPlace(flow, model, random), random);
    if (changed === undefined || textOf(changed) === textOf(flow)) continue;
    saved += 1;
    const revision = await sessions.save(changed);
    if (revision !== null) return { name, flow: changed, revision };
  }
  return null;
}

const inOrder = (proposals: unknown): readonly string[] =>
  (proposals as readonly object[]).map((each) => JSON.stringify(each)).sort();

/** An automatic answer is noted when it is computed: if its choices are fetched for a changed flow, at that time. */
const withoutTimes = (state: object) => ({
  ...state,
  feedback_history: (Object(state).feedback_history as readonly { readonly is_automatic: boolean }[]).map(
    (each) => (each.is_automatic ? { ...each, timestamp: null } : each),
  ),
});

/** All that the session knows, and its open question, are as the reference predicts. */
async function expectRestored(
  answer: Answer,
  { reference, pending, proposal }: ReferenceChanges,
  revision: string,
): Promise<Answer> {
  const restored = await sessions.restore(answer);
  const { feedback_proposals: proposals, ...state } = restored.state ?? {};
  const { session_id } = answer;
  expect(withoutTimes(state)).toEqual({
    ...{ session_id, workflow_version_hash: revision },
    ...withoutTimes(expectedState(reference)),
  });
  const waiting = pending.map(({ question, value }) => ({ entry_id: question, entry_data: { value } }));
  expect(inOrder(proposals)).toEqual(inOrder(waiting));
  const { current } = reference;
  if (current === null) expect(restored.question).toBe(null);
  else {
    const { id, type, prompt } = current;
    const choices = type === 'choice' ? reference.choicesOf(current) : null;
    expect(restored.question).toMatchObject({ id, type, prompt, choices, default: proposal });
  }
  return restored;
}

/** Null: the call for the next choices lacks an argument. */
function answered(model: ReferenceChanges, value: Scalar): ReferenceChanges | null {
  const next = model.copy();
  try {
    next.answer(value);
  } catch (error) {
    if (error instanceof NoValue) return null;
    throw error;
  }
  return next;
}

const resultOf = ({ state_blob: _, ...answer }: Answer) => answer;

const seen = new Tally();

const outdated = ({ answer, revision }: Client, now: string) => ({
  ...{ code: 'SESSION_ERROR', session_id: answer.session_id, reason: 'outdated' },
  ...{ expected_version: revision, actual_version: now },
  message: `Workflow DSL version mismatch: session uses ${revision.slice(0, 12)}, current is ${now.slice(0, 12)}`,
});

async function expectRefused(
  client: Client,
  now: string,
  requests: readonly ((answer: Answer) => Promise<Answer>)[],
): Promise<void> {
  for (const request of requests)
    expect(await sessions.refused(request(client.answer))).toEqual(outdated(client, now));
}

/** The author takes the edit back: the session is where it was. */
async function expectUndone(client: Client, now: string): Promise<void> {
  const { submit, restore, back, complete, cancel } = sessions;
  const anything = (answer: Answer) => submit(answer, 'anything', unfinished);
  await expectRefused(client, now, [anything, restore, back, complete, cancel]);
  const { answer, model, revision } = client;
  expect(await sessions.saveValid(model.flow)).toBe(revision);
  await expectRestored(answer, model, revision);
}

/** @returns the client after its next answer; null if the session has ended, or if no answer was found */
async function goOn(
  client: Client,
  restored: Client,
  isOpenSame: boolean,
  random: Random,
): Promise<Client | null> {
  const { model, revision } = restored;
  const { current } = model.reference;
  if (current === null) {
    if (!isOpenSame) await expectRefused(client, revision, [sessions.complete]);
    const ended = await sessions.complete(isOpenSame ? client.answer : restored.answer);
    expect(ended).toMatchObject({ completed: true, question: null });
    seen.add('ended');
    return null;
  }
  const value = validAnswer(random, model.reference);
  if (value === undefined) return null;
  const next = answered(model, value);
  const submit = (answer: Answer) => sessions.submit(answer, value, unfinished);
  if (next === null) {
    expect(await sessions.refused(submit(restored.answer))).toMatchObject({ code: 'ADAPTER_ERROR' });
    return restored;
  }
  const answer = await submit(restored.answer);
  if (isOpenSame) expect(resultOf(await submit(client.answer))).toEqual(resultOf(answer));
  else await expectRefused(client, revision, [submit, sessions.complete]);
  await expectRestored(answer, next, revision);
  return { answer, model: next, revision };
}

async function expectWayBack({ answer, model }: Client, revision: string, random: Random): Promise<void> {
  if (model.given.length === 0) return;
  const [question, before] = [random.pick(model.earlier), model.copy()];
  before.back(question);
  await expectRestored(await sessions.back(answer, question), before, revision);
}

test(`[Q4.5] a session continues if its answers, their rules and the way between them are the same, and is refused with both revisions otherwise, ${about}`, async () => {
  const names = editNames();
  await eachRound(45, async ({ number, random }) => {
    let flow = randomFlow(random, edited, { maxStates: 5 });
    let client = await play(flow, random);
    for (const turn of [0, 1]) {
      const wanted = names[(number * 2 + turn) % names.length] ?? random.pick(names);
      const made = await editOnce(flow, client.model, wanted, random);
      if (made === null) return;
      seen.add(made.name);
      const { revision } = made;
      const predicted = predictContinuation(client.model, made.flow);
      if (predicted === null) {
        seen.add('refused');
        await expectUndone(client, revision);
        flow = client.model.flow;
        continue;
      }
      const { session: model, isOpenSame } = predicted;
      seen.add(isOpenSame ? 'continues' : 'restored');
      flow = made.flow;
      const restored = { answer: await expectRestored(client.answer, model, revision), model, revision };
      await expectWayBack({ ...restored, answer: client.answer }, revision, random);
      const next = await goOn(client, restored, isOpenSame, random);
      if (next === null) return;
      // Its client may still hold the state from before the edit.
      client = random.pick([client, restored, next]);
    }
  });
  const least = { continues: rounds / 2, restored: rounds / 12, refused: rounds / 6, ended: rounds / 6 };
  const each = Object.fromEntries(names.map((name) => [name, rounds / 50]));
  expect(seen.below({ ...each, ...least })).toEqual([]);
});
