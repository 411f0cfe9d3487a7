import type { ServiceBinding, ServiceDirectory } from '../../workflow.ts';
import type { YawlGateway } from './schema.ts';

/** The operation that performs a decomposition; `undefined` if it becomes a work item. */
export function findBinding(
  { codelet, service }: YawlGateway,
  services: ServiceDirectory | null,
): ServiceBinding | undefined {
  const byCodelet = codelet === null ? undefined : services?.codelets.get(codelet.name);
  return byCodelet ?? (service === null ? undefined : services?.services.get(service.name));
}
