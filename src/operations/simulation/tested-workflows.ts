/** Lists the workflows of a definition with the names that scripts and test cases may use. */

import type { Definition } from '../documents/read-definition.ts';
import type { TestedWorkflow } from '../script/parse-test-file.ts';
import { scriptNames } from '../script/script-names.ts';
import { authored } from './to-runnable.ts';

export function testedWorkflows(definition: Definition): readonly TestedWorkflow[] {
  const shows = authored(definition);
  return definition.readResult.workflows.map(({ name, parameters, program }) => ({
    name,
    parameters,
    names: program === null ? null : scriptNames(program, shows),
  }));
}
