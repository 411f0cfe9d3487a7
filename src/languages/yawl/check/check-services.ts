/**
 * Checks who performs automated tasks. A service or codelet that `services.yaml` does not name becomes a work item,
 * with a warning.
 */
import type { ServiceDirectory } from '../../workflow.ts';
import { findBinding } from '../model/find-binding.ts';
import { type CheckContext, fault } from './check-context.ts';

export function checkServices(
  { specification, used, warnings }: CheckContext,
  services: ServiceDirectory | null,
): void {
  for (const decomposition of specification.decompositions) {
    if (decomposition.kind !== 'gateway' || !used.has(decomposition)) continue;
    const { service, codelet, interaction } = decomposition;
    if (service === null && codelet === null && interaction === 'manual') continue;
    if (findBinding(decomposition, services) !== undefined) continue;
    const named = codelet ?? service;
    const what =
      codelet !== null
        ? `the codelet “${codelet.name}”`
        : service !== null
          ? `the service “${service.name}”`
          : 'neither a service nor a codelet';
    fault(warnings, named?.at ?? decomposition.at, {
      rule: 'no-service',
      message:
        named === null
          ? `The decomposition [${decomposition.id}] is automated, but names ${what}. Its work is offered as a work item.`
          : `The decomposition [${decomposition.id}] is performed by ${what}, which services.yaml does not name. Its work is offered as a work item.`,
      expected: 'an entry in services.yaml that names the operation of a connector',
      actual: 'none',
    });
  }
}
