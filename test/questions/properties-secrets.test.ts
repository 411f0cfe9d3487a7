/** Random flows that ask for secrets: what their states have, what is refused, and what everybody else sees. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Random } from '../../src/testing/index.ts';
import { ann } from '../operations/operations-harness.ts';
import { questionsOf, variablesOf } from './flow-document.ts';
import type { Fields } from './flow-server.ts';
import { createOpenState, type OpenState } from './opened-state.ts';
import { playRandom } from './play-random.ts';
import type { Answer, Feedback } from './question-sessions.ts';
import { randomSecret } from './random-secret.ts';
import { openRandomSessions, type RandomSessions } from './random-sessions.ts';
import { eachRound, rounds, seed } from './rounds.ts';

const about = `seed ${seed}, ${rounds} rounds`;
const mask = '***REDACTED***';

/** What is no name that a question accepts. @param others names of other questions */
function wrongName(random: Random, [name = '']: readonly string[], others: readonly string[]) {
  const typed = randomSecret(random);
  return random.weighted<string | number | boolean>([
    [6, typed],
    [1, `$${typed}`],
    [1, random.pick(['$OTHER', ...others.map((each) => `$${each}`)])],
    [
      1,
      random.pick([
        name,
        ` $${name}`,
        `$${name} `,
        `\${${name}}`,
        `\${env:${name}}`,
        `$${name}X`,
        `$$${name}`,
      ]),
    ],
    [1, random.pick(['', '$', mask, '{"value": 1}', 'A'.repeat(66_000), 42, true])],
  ]);
}

const refusalOf = (field: string, names: readonly string[]) => ({
  code: 'SECRET_ERROR',
  message: `Secrets are not sent. Set the environment variable on the server, and answer with its name: ${names.map((name) => `$${name}`).join(' or ')}.`,
  field,
  env_var: names[0],
});

let sessions: RandomSessions;
let openState: OpenState;
beforeAll(async () => {
  sessions = await openRandomSessions();
  const { services, clock } = sessions.harness;
  if (services.keys === undefined) throw new Error('There are no keys.');
  openState = createOpenState(services.keys, ann, () => clock.now());
});
afterAll(() => sessions.close());

test(`[Q12.1] property 30: the state has the names of secrets, and no other answer to their questions, ${about}`, async () => {
  let [named, copied] = [0, 0];
  await sessions.playAll(30, async ({ answer, reference: { flow, history } }) => {
    const names = new Map(
      questionsOf(flow).map((question) => [
        question.id,
        variablesOf(flow, question).map((name) => `$${name}`),
      ]),
    );
    const { state } = await sessions.restore(answer);
    const shown = state?.['feedback_history'] as readonly Fields[];
    expect(shown).toHaveLength(history.length);
    for (const [at, { question, value, automatic }] of history.entries()) {
      const accepted = names.get(question) ?? [];
      expect(Object(shown[at]?.['entry_data']).value).toBe(value);
      if (accepted.length === 0) continue;
      named += 1;
      copied += automatic ? 1 : 0;
      expect(accepted).toContain(value);
    }
    const { steps, kept } = openState(answer);
    const held = [
      ...steps.flatMap((step) => (step.kind === 'answer' ? [[step.question, step.value] as const] : [])),
      ...Object.entries(kept).flatMap(([id, all]) => all.map(({ value }) => [id, value] as const)),
    ];
    expect(held).toEqual(
      history.filter((entry) => !entry.automatic).map(({ question, value }) => [question, value]),
    );
  });
  expect([named > rounds, copied > rounds / 40]).toEqual([true, true]);
});

test(`[Q12.1][Q6.1] property 30: what is no accepted name is a SECRET_ERROR with variable and question, is not repeated, and changes nothing, ${about}`, async () => {
  let refused = 0;
  await eachRound(130, async ({ number, random }) => {
    const flow = sessions.flowAt(number);
    const all = questionsOf(flow).flatMap((question) => variablesOf(flow, question));
    await playRandom(sessions, flow, random, async ({ answer, reference: { current } }) => {
      if (current === null) return;
      const names = variablesOf(flow, current);
      if (names.length === 0) return;
      const others = all.filter((name) => !names.includes(name));
      const before = openState(answer);
      for (let time = 0; time < 3; time++) {
        const wrong = wrongName(random, names, others);
        const known = {
          answers: { [current.id]: typeof wrong === 'string' ? wrong.slice(0, 60_000) : wrong },
        };
        const error = await sessions.refused(
          random.pick([
            () => sessions.submit(answer, wrong),
            () => sessions.submit(answer, { value: wrong }),
            () => sessions.start(flow.workflow_id, known),
            () =>
              sessions.harness.call(ann, 'questions.restart', { workflow_id: flow.workflow_id, ...known }),
          ])(),
        );
        expect(error).toEqual(refusalOf(current.id, names));
        refused += 1;
      }
      const { sequence: _, ...after } = openState(await sessions.restore(answer));
      expect({ ...after, sequence: before.sequence }).toEqual(before);
    });
  });
  expect(refused).toBeGreaterThan(rounds);
});

/** Without the question, which names what it accepts, and without the sealed state. */
const toldIn = ({ question: _, state_blob: _blob, notifications, ...answer }: Answer): string =>
  JSON.stringify({
    ...answer,
    notifications: notifications.map(({ method, params: { current_question: _question, ...params } }) => ({
      method,
      params,
    })),
  });

test(`[Q3.1][Q5.1] property 32: secrets and their copies are masked in answers, notifications, history and results, and marked as sensitive, ${about}`, async () => {
  let [masked, copied, told, changed, results] = [0, 0, 0, 0, 0];
  await eachRound(32, async ({ number, random }) => {
    const flow = sessions.flowAt(number);
    const secrets = new Map(questionsOf(flow).map((each) => [each.id, variablesOf(flow, each)]));
    const isSecret = (id: string): boolean => (secrets.get(id)?.length ?? 0) > 0;
    const names = [...secrets.values()].flat().map((name) => `$${name}`);
    const look = (answer: Answer, valueAt: (index: number) => unknown): void => {
      const { feedback_history: history } = answer;
      expect(names.filter((name) => toldIn(answer).includes(name))).toEqual([]);
      expect(history.map(({ is_sensitive: isMarked, value }) => [isMarked, value])).toEqual(
        history.map(({ question_id: id }, at) => (isSecret(id) ? [true, mask] : [false, valueAt(at)])),
      );
      const hidden = history.filter((each) => each.is_sensitive);
      masked += hidden.length;
      copied += hidden.filter((each) => each.is_automatic).length;
      for (const { params } of answer.notifications) {
        const feedback = params['feedback'] as unknown as Feedback | undefined;
        if (feedback === undefined) continue;
        told += feedback.is_sensitive ? 1 : 0;
        expect(feedback).toEqual(history[feedback.feedback_id]);
      }
    };
    const { answer: last, reference } = await playRandom(sessions, flow, random, ({ answer, reference }) =>
      look(answer, (at) => reference.history[at]?.value),
    );
    const secret = random
      .shuffle(reference.history)
      .find((each) => isSecret(each.question) && !each.automatic);
    let answer = last;
    if (secret !== undefined) {
      const back = await sessions.back(last, secret.question);
      expect(back.question?.default).toBe(secret.value);
      const name = `$${random.pick(secrets.get(secret.question) ?? [])}`;
      answer = await sessions.submit(back, name, { complete: false });
      for (const each of [back, answer]) look(each, (at) => last.feedback_history[at]?.value);
      changed += 1;
    }
    if (answer.question !== null || answer.deferred_operations.length === 0) return;
    const { run_id: run } = await sessions.complete(answer);
    const { output } = (await sessions.harness.call(ann, 'runs.get', { run })) as Fields;
    for (const [id, value] of Object.entries((output as { readonly answers: Fields }).answers)) {
      expect(value).toEqual(isSecret(id) ? mask : reference.valueNamed(id));
      results += isSecret(id) ? 1 : 0;
    }
  });
  expect(masked).toBeGreaterThan(rounds * 2);
  expect(told).toBeGreaterThan(rounds / 2);
  for (const seen of [copied, changed, results]) expect(seen).toBeGreaterThan(rounds / 40);
});
