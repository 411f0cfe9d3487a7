/**
 * Creates the script for a run of a random document: mostly successes, some late answers and failures. No two events
 * at one time.
 */
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Random } from '../../src/testing/stand-ins/seeded-random.ts';
import type { OutcomeScript, ScriptedCallOutcome, ScriptedReply } from './outcome-script.ts';
import { randomLiteral, randomRecord } from './random-reference.ts';
import type { Inventory, OperationFact, QuestionFact } from './random-work.ts';

export function randomOutcomeScript(
  random: Random,
  inventory: Inventory,
  workflows: readonly string[],
): OutcomeScript {
  const crowded = crowdedOf(inventory, workflows);
  // Half of the documents have no unhandled failure.
  const risk = random.pick([0, 0.06]);
  const calls = inventory.operations.map((operation) => [
    operation.name,
    callsOf(random, operation, crowded.has(operation.workflow) ? 1 : 3, risk),
  ]);
  const answers = inventory.questions.map((question) => [question.name, answersOf(random, question, risk)]);
  return { calls: Object.fromEntries(calls), answers: Object.fromEntries(answers) };
}

/** Workflows that may run twice at the same time: their order is not promised, so all receive the same outcomes. */
function crowdedOf({ uses }: Inventory, workflows: readonly string[]): ReadonlySet<string> {
  const crowded = new Set<string>();
  for (const name of workflows) {
    const of = uses.filter((use) => use.of === name);
    if (of.length > 1 || of.some(({ often, by }) => often || crowded.has(by))) crowded.add(name);
  }
  return crowded;
}

/** Longer than zero, shorter than any deadline of a call, and rarely the same twice. */
const someTime = (random: Random): number => random.between(1, 5_000_000);

function callsOf(
  random: Random,
  operation: OperationFact,
  maxOutcomes: number,
  risk: number,
): readonly ScriptedCallOutcome[] {
  const { role, isHandled, retries, mayHang } = operation;
  const returns = (more = false): ScriptedCallOutcome => ({
    kind: 'returns',
    value: randomRecord(random, more),
    after: someTime(random),
  });
  const fails = (after = someTime(random)): ScriptedCallOutcome => ({
    kind: 'fails',
    failure: randomFailure(random),
    after,
  });
  if (role === 'undo') return [random.chance(0.1) ? fails(0) : { kind: 'returns', value: null, after: 0 }];
  if (role === 'tick') {
    const passes = maxOutcomes === 1 ? 0 : random.int(4);
    return [...Array.from({ length: passes }, () => returns(true)), returns()];
  }
  const danger = isHandled ? 0.3 : retries > 0 && maxOutcomes > 1 ? 0.2 : risk;
  const count = random.between(1, maxOutcomes) + (maxOutcomes > 1 ? retries : 0);
  return Array.from({ length: count }, () => {
    if (mayHang && random.chance(danger)) return { kind: 'hangs' };
    return random.chance(danger) ? fails() : returns();
  });
}

function answersOf(random: Random, question: QuestionFact, risk: number): readonly ScriptedReply[] {
  const { fields, isHandled, mayHang } = question;
  const danger = isHandled ? 0.3 : risk;
  const value = Object.fromEntries(
    Object.entries(fields).map(([name, kind]) => [name, randomLiteral(random, kind)]),
  );
  if (mayHang && random.chance(danger)) return [{ kind: 'never' }];
  if (random.chance(danger))
    return [{ kind: 'fails', failure: randomFailure(random), after: someTime(random) }];
  return [{ kind: 'answers', value, after: someTime(random) }];
}

function randomFailure(random: Random): Failure {
  return {
    code: random.pick(['unavailable', 'refused']),
    message: `trouble ${random.int(1000)}`,
    ...(random.chance(0.15) ? { retryable: false } : {}),
    ...(random.chance(0.1) ? { retryAfter: random.between(1, 5000) } : {}),
  };
}
