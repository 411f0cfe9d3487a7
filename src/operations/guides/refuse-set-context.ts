/** The context of a guide set anew from outside: held against what every answer has to keep to. */
import type { Json } from '../../kernel/index.ts';
import type { RunRecord } from '../../runtime/index.ts';
import { inputMismatch } from '../contract/check-input.ts';
import { describeJson } from '../items/describe-json.ts';
import { refuseLargeContext } from './context-size.ts';
import { isVariables } from './variables-in.ts';

/** Throws where it could not go on with it. @param values by the names of variables */
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
