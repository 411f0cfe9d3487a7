/** Answers for simulations without data: each is valid by the rules of its question alone. */
import type { Json } from '../../expression/index.ts';
import { sampleOfPattern } from '../sample-of-pattern.ts';
import type { Sample } from '../workflow.ts';
import { choicesTask, netOf } from './compile-flow.ts';
import { resultWithChoices } from './evaluator.ts';
import { type Flow, isSensitive, type Question } from './flow.ts';

export function samplesOfFlow(flow: Flow): readonly Sample[] {
  return flow.levels.flatMap(({ states }, level) =>
    states.flatMap(({ question }) => {
      const net = netOf(flow, level);
      const value = sampleOfQuestion(question);
      const answer = { net, task: question.id, output: { value } };
      const { choicesFrom } = question;
      if (choicesFrom === null) return [answer];
      const output = resultWithChoices(choicesFrom, [String(value)]);
      return [{ net, task: choicesTask(question.id), output }, answer];
    }),
  );
}

const sampleChoice = 'example';

export function sampleOfQuestion(question: Question): Json {
  const { type, rules, secrets, id } = question;
  if (isSensitive(question)) return `$${secrets[0]}`;
  if (question.default !== null && question.default !== '') return question.default;
  switch (type) {
    case 'boolean':
      return true;
    case 'integer':
      return Math.min(Math.max(1, rules.min ?? 1), rules.max ?? Number.MAX_SAFE_INTEGER);
    case 'choice':
      return (question.choicesFrom === null ? rules.choices?.[0] : undefined) ?? sampleChoice;
    case 'string':
      if (rules.format === 'json') return '{}';
      return (rules.regex === null ? null : sampleOfPattern(rules.regex)) ?? id;
  }
}
