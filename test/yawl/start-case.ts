/** Starts a case of a program without a document. @returns its id */
import type { Program } from '../../src/kernel/index.ts';
import { ann, type OperationsHarness } from '../operations/operations-harness.ts';

export async function startCase({ services }: OperationsHarness, program: Program): Promise<string> {
  const answer = await services.engine.start({
    tenant: ann.tenant,
    by: ann.subject,
    workflow: {
      language: 'yawl',
      name: 'spec',
      version: '0.1',
      source: '<specificationSet/>',
      revision: 'f'.repeat(64),
      program,
    },
    input: {},
  });
  if (answer.kind !== 'done') throw new Error(answer.kind);
  return answer.run.id;
}
