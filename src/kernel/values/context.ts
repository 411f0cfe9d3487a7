/** Names that are not variables, and the references by which expressions find them. */
import type { ContextName } from '../model/program.ts';

export const contextReference: { readonly [name in ContextName]: number } = {
  $item: -1,
  $index: -2,
  $input: -3,
  $output: -4,
  $last: -5,
  $failures: -6,
};
