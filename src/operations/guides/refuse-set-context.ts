/** Validates a new context that a caller sets for the run of a guide, as with every answer. */
import type { Json } from '../../kernel/index.ts';
import type { RunRecord } from '../../runtime/index.ts';
import { inputMismatch } from '../contract/check-input.ts';
import { describeJson } from '../items/describe-json.ts';
import { refuseLargeContext } from './context-size.ts';
import { isVariables } from './variables-in.ts';

/** Throws if the guide could not continue with it. @param values by the names of variables */
export function refuseSetContext(
  operation: string,
  { id, language }: Pick<RunRecord, 'id' | 'language'>,
  { context }: { readonly [name: string]: Json },
): void {
  if (language !== 'guide' || context === undefined) return;
  if (isVariables(context)) {
    refuseLargeContext(context, { run: id });
    return;
  }
  throw inputMismatch(operation, [
    {
      path: 'set.context',
      rule: 'wrong-type',
      message: '“context” must be an object: variables by name.',
      expected: 'an object',
      actual: describeJson(context),
    },
  ]);
}
