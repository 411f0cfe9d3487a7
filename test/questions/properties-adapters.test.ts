/** Random adapters of a caller: their inputs as questions, their answers, their choices, and their failures. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { failed, type Random } from '../../src/testing/index.ts';
import { ann } from '../operations/operations-harness.ts';
import { type AdapterDocument, questionId, questionOf } from './adapter-document.ts';
import { flowOfAdapters, generate, namesOf, openAdapterSessions, startingWith } from './adapter-sessions.ts';
import { type FlowDocument, questionsOf, variablesOf } from './flow-document.ts';
import { lookup } from './lookup-choices.ts';
import { type PlayedStep, playRandom } from './play-random.ts';
import type { Answer, DesignError, QuestionSessions } from './question-sessions.ts';
import { randomAdapters } from './random-adapter.ts';
import { validAnswer, wrongAnswer } from './random-answer.ts';
import { words } from './random-flow.ts';
import { ReferenceSession } from './reference-session.ts';
import { eachRound, type Round, rounds, roundsOf, seed } from './rounds.ts';
import { collectorOf, fetchingAdapter, withUnsteadyChoices } from './special-adapters.ts';

const about = `seed ${seed}, ${rounds} rounds`;
type Adapters = readonly AdapterDocument[];

const plain = roundsOf(17).map(({ random, number }) => randomAdapters(random, `r${number}`));
const collected = roundsOf(18).map(({ random, number }) => {
  const adapters = randomAdapters(random, `c${number}`);
  return [...adapters, collectorOf(`all${number}`, adapters)];
});
const unsteady = roundsOf(19).map(({ random, number }) =>
  withUnsteadyChoices(random, randomAdapters(random, `u${number}`, { withOperations: true })),
);
const fetching = roundsOf(20).map(({ random, number }) => [fetchingAdapter(random, `f${number}`)]);

let isDown = false;
/** Numbers of operations that fail. */
const broken = new Set<unknown>();
let sessions: QuestionSessions;

beforeAll(async () => {
  sessions = await openAdapterSessions([...plain, ...collected, ...unsteady, ...fetching].flat(), {
    unsteady: (call, signal) => (isDown ? failed('down', 'The server is down.') : lookup(call, signal)),
    make: ({ input }) => {
      const { number = null } = Object(input);
      return broken.has(number)
        ? failed('broken', `${number} cannot be made.`)
        : { kind: 'succeeded', output: { made: number } };
    },
  });
});
afterAll(() => sessions.close());

interface Playing {
  readonly adapters: Adapters;
  readonly flow: FlowDocument;
  /** The arguments of each call since the session began. */
  calls(operation: string): readonly Readonly<Record<string, unknown>>[];
}

type Look = (step: PlayedStep, playing: Playing, round: Round) => Promise<void> | void;

/** Plays every set of adapters once. @param end after the last answer, if all questions are answered */
const playAll = (property: number, sets: readonly Adapters[], look: Look, end: Look = () => {}) =>
  eachRound(property, async (round) => {
    const adapters = round.random.shuffle(sets[round.number] ?? []);
    const { connector } = sessions.harness;
    const flow = await flowOfAdapters(sessions, adapters);
    const from = connector.calls.length;
    const calls: Playing['calls'] = (operation) =>
      connector.calls
        .slice(from)
        .flatMap((call) => (call.operation === operation ? [Object(call.input)] : []));
    const playing = { adapters, flow, calls };
    const begun = startingWith(sessions, namesOf(adapters));
    const last = await playRandom(begun, flow, round.random, (step) => look(step, playing, round), true);
    if (last.reference.current === null) await end(last, playing, round);
  });

/** The answers of all adapters, by question: as a call gets them. */
function contextOf({ reference, answer }: PlayedStep): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    answer.feedback_history.map(({ question_id: id, value }) => {
      const question = questionsOf(reference.flow).find((each) => each.id === id);
      const isSecret = question !== undefined && variablesOf(reference.flow, question).length > 0;
      return [id, isSecret ? `\${env:${String(reference.valueNamed(id)).slice(1)}}` : value];
    }),
  );
}

describe('answers', () => {
  test(`[Q11.1] property 17: the operations of each adapter get the answers to its own inputs, ${about}`, async () => {
    let compared = 0;
    await playAll(
      17,
      plain,
      () => {},
      (step, { adapters, calls }) => {
        const context = contextOf(step);
        for (const adapter of adapters) {
          for (const { args, if: condition } of adapter.operations ?? []) {
            const got = calls('make').filter(({ number }) => number === args['number']);
            const own = /^\$\{(.*)\}$/.exec(String(args['own'] ?? ''))?.[1];
            // Performed only if its question was asked.
            if (own !== undefined)
              expect(got.map((each) => each['own'])).toEqual(own in context ? [context[own]] : []);
            if (condition !== undefined) continue;
            expect(got).toHaveLength(1);
            for (const { name } of adapter.inputs.filter(({ when }) => when === undefined)) {
              compared += 1;
              expect(got[0]?.[name]).toEqual(context[questionId(adapter, name)]);
            }
          }
        }
        for (const { operation_id: id, adapter_name: name, status } of step.answer.deferred_operations) {
          expect(id.split('.')[0]).toBe(name);
          expect(['executed', 'skipped']).toContain(status);
        }
      },
    );
    expect(compared).toBeGreaterThan(rounds);
  });

  test(`[Q2.4][Q11.1] property 18: the answers of all adapters are known to the others, ${about}`, async () => {
    let copied = 0;
    await playAll(
      18,
      collected,
      ({ reference }) => expect(reference.current?.id ?? '').not.toMatch(/^all/),
      (step, { calls, flow }) => {
        const context = contextOf(step);
        const [used = {}, ...more] = calls('make').filter(({ number }) => number === -1);
        expect(more).toEqual([]);
        for (const { id, automatic_answer: source } of questionsOf(flow)) {
          if (!id.startsWith('all')) continue;
          copied += 1;
          const expected = context[String(source).slice(2, -1)];
          expect([context[id], used[id.slice(id.indexOf('.') + 1)]]).toEqual([expected, expected]);
          expect(step.answer.feedback_history.find((each) => each.question_id === id)?.is_automatic).toBe(
            true,
          );
        }
      },
    );
    expect(copied).toBeGreaterThan(rounds * 3);
    // Without the others, they are asked.
    for (const { adapter, inputs } of collected.flatMap((set) => set.slice(-1))) {
      const begun = await startingWith(sessions, [adapter]).start('');
      expect([begun.question?.id, begun.feedback_history]).toEqual([`${adapter}.${inputs[0]?.name}`, []]);
    }
  });
});

describe('failures', () => {
  const stateOf = async (answer: Answer) => (await sessions.restore(answer)).state;
  const countRuns = async () =>
    Object(await sessions.harness.call(ann, 'runs.list', { total: true, limit: 1 })).total;

  interface Failure {
    readonly request: () => Promise<Answer>;
    readonly error: DesignError;
    /** The answer before; null if it failed at the start. */
    readonly last: Answer | null;
  }

  /** Answers until a request is refused; null if none is. */
  async function playToFailure(adapters: Adapters, random: Random): Promise<Failure | null> {
    const flow = await flowOfAdapters(sessions, adapters);
    const reference = new ReferenceSession(flow, () => sessions.harness.clock.now());
    let request = () => startingWith(sessions, namesOf(adapters)).start('');
    for (let last: Answer | null = null; ; ) {
      const [outcome] = await Promise.allSettled([request()]);
      if (outcome.status === 'rejected') return { request, error: await sessions.refused(request()), last };
      const answer = outcome.value;
      const value = validAnswer(random, reference);
      if (value === undefined) return null;
      last = answer;
      request = () => sessions.submit(answer, value);
      reference.answer(value);
    }
  }

  test(`[Q7.4] property 19: a call for choices that fails changes nothing, and the same request succeeds later, ${about}`, async () => {
    let refused = 0;
    await eachRound(19, async ({ number, random }) => {
      const adapters = random.shuffle(unsteady[number] ?? []);
      const owner = adapters.find(({ inputs }) => inputs.some(({ name }) => name === 'place'))?.adapter;
      const runs = await countRuns();
      isDown = true;
      const failure = await playToFailure(adapters, random);
      if (failure === null) return;
      refused += 1;
      const { request, error, last } = failure;
      expect(error).toEqual({
        ...{ code: 'ADAPTER_ERROR', adapter_name: owner, cause: 'The server is down.' },
        message: `The choices of “${owner}.place” could not be fetched: The server is down.`,
      });
      const before = last === null ? null : await stateOf(last);
      expect(await sessions.refused(request())).toEqual(error);
      if (last !== null) expect(await stateOf(last)).toEqual(before);
      isDown = false;
      const next = await request();
      expect(next.question?.id).toBe(`${owner}.place`);
      const history = last?.feedback_history ?? [];
      expect(next.feedback_history.slice(0, history.length)).toEqual(history);
      expect(await countRuns()).toBe(runs);
    });
    expect(refused).toBeGreaterThan(rounds * 0.9);
  });

  test(`[Q11.2] property 19: an operation that fails leaves the session as it was, ${about}`, async () => {
    let failures = 0;
    await eachRound(119, async ({ number, random }) => {
      isDown = false;
      const adapters = unsteady[number] ?? [];
      const operations = adapters
        .flatMap(({ operations = [] }) => operations)
        .filter((each) => each.if === undefined);
      const failing = random.pick(operations);
      broken.add(failing.args['number']);
      const failure = await playToFailure(adapters, random);
      broken.clear();
      if (failure?.last === undefined || failure.last === null) return;
      failures += 1;
      const { request, error, last } = failure;
      const [adapter] = failing.id.split('.');
      expect(error).toMatchObject({ code: 'ADAPTER_ERROR', adapter_name: adapter, operation: failing.id });
      const { state, question } = await sessions.restore(last);
      expect([question?.id, state?.['feedback_history'], question?.number]).toEqual([
        last.question?.id,
        expect.objectContaining({ length: last.feedback_history.length }),
        last.feedback_history.length + 1,
      ]);
      // It has failed once and for all, also if the operation could succeed now.
      expect(await sessions.refused(request())).toEqual(error);
    });
    expect(failures).toBeGreaterThan(rounds * 0.9);
  });

  test('[Q6.1] property 19: an adapter that does not exist is an error that names it', async () => {
    const start = (names: readonly string[]) => sessions.refused(startingWith(sessions, names).start(''));
    const [known = ''] = namesOf(plain[0] ?? []);
    expect(await start([known, 'hetzer'])).toEqual({
      ...{ code: 'ADAPTER_ERROR', adapter_name: 'hetzer', cause: 'Adapter not found' },
      message: 'Failed to load adapter: hetzer. Did you mean “hetzner”?',
    });
  });
});

describe('choices from calls', () => {
  test(`[Q7.4] property 20: they are fetched when their question is next, with the answers so far, ${about}`, async () => {
    let [fetched, replaced] = [0, 0];
    await playAll(20, plain, ({ answer: { question }, reference }, { calls }) => {
      expect(calls('lookup')).toHaveLength(reference.lookups);
      const { current } = reference;
      if (current?.choices_from === undefined || question === null) return;
      if (current.choices_from.args['fails'] === true) replaced += 1;
      else fetched += 1;
      expect(question.choices).toEqual(reference.choicesOf(current));
      expect(calls('lookup').at(-1)).toEqual(reference.fill(current.choices_from.args, {}));
    });
    expect([fetched > rounds / 4, replaced > rounds / 10]).toEqual([true, true]);
  });

  test(`[Q7.4] property 20: they are kept, and fetched again only for other arguments, ${about}`, () =>
    eachRound(120, async ({ number, random }) => {
      const [adapter = fetchingAdapter(random, '')] = fetching[number] ?? [];
      const { connector } = sessions.harness;
      const from = connector.calls.length;
      const count = () => connector.calls.length - from;
      const [host, other] = random.shuffle(words);
      const choicesAt = (at: string | undefined) =>
        Array.from(
          { length: Number(adapter.inputs[2]?.choices_from?.args['size']) },
          (_, each) => `https://${at}-${each}`,
        );
      const first = await startingWith(sessions, [adapter.adapter]).start('');
      const second = await sessions.submit(first, host ?? '');
      expect(count()).toBe(0);
      const third = await sessions.submit(second, 'one');
      expect([third.question?.choices, count()]).toEqual([choicesAt(host), 1]);
      const chosen = random.pick(choicesAt(host));
      const fourth = await sessions.submit(third, chosen);
      const again = await sessions.submit(await sessions.back(fourth, `${adapter.adapter}.note`), 'two');
      expect([again.question?.id, count()]).toEqual([`${adapter.adapter}.last`, 1]);
      expect((await sessions.back(again)).question).toMatchObject({
        choices: choicesAt(host),
        default: chosen,
      });
      expect((await sessions.restore(third)).question?.choices).toEqual(choicesAt(host));
      expect(count()).toBe(1);
      const changed = await sessions.submit(
        await sessions.back(again, `${adapter.adapter}.host`),
        other ?? '',
      );
      // What was chosen is no longer there.
      expect([changed.question?.id, changed.question?.choices, count()]).toEqual([
        `${adapter.adapter}.zone`,
        choicesAt(other),
        2,
      ]);
    }));
});

describe('inputs', () => {
  test(`[Q7.2][Q7.3] property 21: each input is one valid question of the flow, with all that it says, ${about}`, async () => {
    const seen = new Map<string, number>();
    await eachRound(21, async ({ number, random }) => {
      const adapters = random.shuffle(plain[number] ?? []);
      const { document, states } = await generate(sessions, namesOf(adapters));
      const flow = await flowOfAdapters(sessions, adapters);
      expect(parse(document)).toEqual(flow);
      expect(Object.keys(parse(document).states)).toEqual(Object.keys(flow.states));
      expect(states).toBe(adapters.flatMap(({ inputs }) => inputs).length);
      for (const adapter of adapters) {
        for (const { type, optional = false } of adapter.inputs) {
          const kind = `${optional ? 'optional' : 'required'} ${type}`;
          seen.set(kind, (seen.get(kind) ?? 0) + 1);
        }
        expect(
          await sessions.harness.call(ann, 'adapters.describe', { adapter_name: adapter.adapter }),
        ).toMatchObject({
          dynamic_choices: adapter.inputs.filter(({ choices_from: from }) => from !== undefined).length,
          questions: adapter.inputs.map((input) => {
            const question = questionOf(adapter, input, [adapter.adapter]);
            return {
              ...{ id: question.id, type: question.type, prompt: question.prompt },
              help_text: question.help_text ?? '',
              default: question.default ?? null,
              choices: question.validation?.choices ?? null,
              choices_from: question.choices_from?.call ?? null,
            };
          }),
        });
      }
    });
    expect([...seen.keys()].sort()).toEqual([
      ...['choice', 'json', 'string'].map((type) => `optional ${type}`),
      ...['boolean', 'choice', 'integer', 'json', 'password', 'string'].map((type) => `required ${type}`),
    ]);
  });

  test(`[Q7.3][Q12.1] property 21: they are asked in their order, and validated by their rules, ${about}`, async () => {
    const rules = new Set<string>();
    await playAll(121, plain, async ({ answer, reference }, _, { random }) => {
      const { current } = reference;
      expect(answer.question?.id ?? null).toBe(current?.id ?? null);
      if (current === null || answer.question === null) return;
      const accepts = variablesOf(reference.flow, current).map((name) => `$${name}`);
      expect(answer.question).toMatchObject({ type: current.type, prompt: current.prompt, accepts });
      expect(answer.question.default).toBe(accepts.length > 0 ? null : (current.default ?? null));
      const wrong = wrongAnswer(random, reference);
      if (wrong === undefined) return;
      rules.add(wrong.rule);
      expect(await sessions.refused(sessions.submit(answer, wrong.value))).toMatchObject(
        wrong.rule === 'secret'
          ? { code: 'SECRET_ERROR', field: current.id, env_var: accepts[0]?.slice(1) }
          : { code: 'VALIDATION_ERROR', field: current.id, validation_rule: wrong.rule },
      );
    });
    expect([...rules].sort()).toEqual([
      'choices',
      'format',
      'max_value',
      'min_value',
      'regex',
      'required',
      'rule',
      'secret',
      'type',
    ]);
  });
});
