/** Checks whether an output fulfils the contract of its step. */
import { shorten } from '../conditions/shorten.ts';
import type { OutputContract } from '../model/schema.ts';
import { loopDecisionOf } from './loop-decision.ts';
import type { OutputFinding } from './output-verdict.ts';
import type { Output } from './read-output.ts';

export function checkOutputContract(
  contract: OutputContract | null,
  output: Output,
): readonly OutputFinding[] {
  if (contract === null || !contract.required) return [];
  const { loopId } = contract;
  if (loopDecisionOf(output.given, loopId) !== null) return [];
  const about = loopId === '' ? '' : ` about the loop “${loopId}”`;
  const issue = {
    message: `The output must contain a decision${about}: “continue” or “stop”.`,
    path: 'outputContract',
    rule: 'contract' as const,
    expected: 'a decision, “continue” or “stop”',
    actual: output.text.trim() === '' ? 'nothing' : `“${shorten(output.text)}”`,
  };
  const example = '{"decision": "continue"}';
  return [
    {
      issue,
      suggest: () => [`Provide data with the decision, for example ${example}, or “stop” to end the loop.`],
    },
  ];
}
