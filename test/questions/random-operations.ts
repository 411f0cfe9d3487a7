/**
 * Random operations at the states of a random flow: with answers of any question, given or not, with results of
 * operations before them, with conditions on both, and with undos.
 */
import type { Json } from '../../src/kernel/index.ts';
import type { Random } from '../../src/testing/index.ts';
import {
  type FlowDocument,
  type LevelDocument,
  type OperationDocument,
  type QuestionDocument,
  questionsOf,
  type StateDocument,
  variablesOf,
} from './flow-document.ts';

/** What the call of an operation returns. */
export const resultOf = (args: Readonly<Record<string, Json>>) => ({ made: Number(args['number']) * 10 });

/** @param flow without operations */
export function withOperations(random: Random, flow: FlowDocument): FlowDocument {
  let made = 0;
  const questions = questionsOf(flow);
  const plain = questions.filter((question) => variablesOf(flow, question).length === 0);

  const operation = (own: QuestionDocument, before: readonly OperationDocument[]): OperationDocument => {
    made += 1;
    const certain = before.filter((each) => each.if === undefined);
    return {
      id: `${random.pick(['op', 'net.op-', 'Do_'])}${made}`,
      call: 'make',
      args: {
        number: made,
        own: `\${${own.id}}`,
        text: `about \${${own.id}}, and \${${own.id}}`,
        // Null where it is not answered.
        other: `\${${random.pick(questions).id}}`,
        ...(before.length === 0 ? {} : { result: `\${operations["${random.pick(before).id}"]}` }),
        ...(certain.length === 0 ? {} : { before: `\${${madeBy(random.pick(certain))}}` }),
      },
      ...(random.chance(0.3) ? { if: condition(before) } : {}),
      ...(random.chance(0.7)
        ? { undo: { call: 'unmake', args: { made: `$\{result.made}`, text: `not \${${own.id}}` } } }
        : {}),
    };
  };

  const condition = (before: readonly OperationDocument[]): string => {
    // It has no value where the operation was skipped, and then does not hold.
    if (before.length > 0 && random.chance(0.5))
      return `\${${madeBy(random.pick(before))}} > ${random.int(made * 10)}`;
    const compared = plain.length === 0 ? undefined : random.pick(plain);
    if (compared === undefined) return random.pick(['1 < 2', '2 < 1']);
    if (compared.type === 'integer') return `\${${compared.id}} > ${random.int(6)}`;
    if (compared.type === 'boolean') return `\${${compared.id}} == ${random.chance(0.5)}`;
    return `\${${compared.id}} ${random.pick(['==', '!='])} "alpha"`;
  };

  const state = (each: StateDocument): StateDocument => {
    const operations: OperationDocument[] = [];
    const count = random.pick([0, 0, 1, 1, 2, 3]);
    while (operations.length < count) operations.push(operation(each.question, operations));
    return operations.length === 0 ? each : { ...each, operations };
  };
  const level = <Level extends LevelDocument>(each: Level): Level => ({
    ...each,
    states: Object.fromEntries(Object.entries(each.states).map(([name, one]) => [name, state(one)])),
  });
  const { workflows } = flow;
  return {
    ...level(flow),
    ...(workflows === undefined
      ? {}
      : { workflows: Object.fromEntries(Object.entries(workflows).map(([id, one]) => [id, level(one)])) }),
  };
}

const madeBy = ({ id }: OperationDocument): string => `operations["${id}"].made`;
