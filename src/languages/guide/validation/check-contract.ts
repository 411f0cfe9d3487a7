/** Whether an output fulfils the contract of its step. */
import type { OutputContract } from '../schema.ts';
import { decisionOf } from './loop-decision.ts';
import type { Finding } from './output-verdict.ts';
import type { Output } from './read-output.ts';
import { shorten } from './shorten.ts';

export function checkContract(contract: OutputContract | null, output: Output): readonly Finding[] {
  if (contract === null || !contract.required) return [];
  const { loopId } = contract;
  if (decisionOf(output.given, loopId) !== null) return [];
  const about = loopId === '' ? '' : ` about the loop “${loopId}”`;
  const issue = {
    message: `The output has to say whether the loop goes on: a decision${about}, “continue” or “stop”.`,
    path: 'outputContract',
    rule: 'contract' as const,
    expected: 'a decision, “continue” or “stop”',
    actual: output.text.trim() === '' ? 'nothing' : `“${shorten(output.text)}”`,
  };
  const example = '{"decision": "continue"}';
  return [
    {
      issue,
      suggest: () => [`Give data with the decision, for example ${example}, or “stop” to end the loop.`],
    },
  ];
}
