/** Finds the connector of an operation. Two connectors that offer it are a problem: no server takes calls from a built-in. */
import type { Connector } from '../ports/connector.ts';
import type { Connectors, TenantConnectors } from './connectors.ts';
import { operationsOfProgram } from './operations-of-program.ts';
import type { BindingProblem } from './run-requests.ts';

export interface ConnectorsByOrigin {
  readonly configured: readonly Connector[];
  /** The built-in connectors. */
  readonly own: readonly Connector[];
  /** Default: no tenant has connectors of its own. */
  readonly tenants?: TenantConnectors;
}

export function createConnectors(
  { configured, own, tenants = { of: () => [] } }: ConnectorsByOrigin,
  findNearest: (name: string, names: readonly string[]) => string | undefined,
): Connectors {
  const all = [...configured, ...own];
  const byName = new Map(all.map((connector) => [connector.name, connector]));
  const connectorsByOperation = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
    const found = new Map<string, readonly string[]>();
    const listed = await Promise.all(all.map((connector) => connector.operations()));
    for (const [index, operations] of listed.entries()) {
      const connector = all[index]?.name ?? '';
      for (const { name } of operations) found.set(name, [...(found.get(name) ?? []), connector]);
    }
    return found;
  };
  /** Connectors whose operations are unknown. */
  const silent = async (): Promise<readonly string[]> => {
    const states = await Promise.all(configured.map((connector) => connector.health()));
    return configured.filter((_, index) => states[index]?.state !== 'ready').map(({ name }) => name);
  };
  const find: Connectors['find'] = (tenant, name) =>
    byName.get(name) ?? tenants.of(tenant).find((each) => each.name === name);
  return {
    all,
    of: tenants.of,
    find,
    async bind(tenant, program) {
      const { bare, exact } = operationsOfProgram(program);
      const bindings: [string, string][] = [];
      const problems: BindingProblem[] = [];
      if (bare.size > 0) {
        const offered = await connectorsByOperation();
        for (const operation of bare) {
          const offeredBy = offered.get(operation) ?? [];
          const [connector] = offeredBy;
          if (connector !== undefined && offeredBy.length === 1) bindings.push([operation, connector]);
          else {
            const nearest = offeredBy.length > 1 ? undefined : findNearest(operation, [...offered.keys()]);
            problems.push({
              operation,
              offeredBy,
              nearest,
              silent: offeredBy.length > 0 ? [] : await silent(),
            });
          }
        }
      }
      for (const [connector, operation] of exact) {
        const found = find(tenant, connector);
        if (found !== undefined && found.isOff !== true && found.lacks?.(operation) !== true) continue;
        const name = `${connector}.${operation}`;
        const problem = { operation: name, offeredBy: [], silent: [] };
        if (found?.isOff === true) problems.push({ ...problem, nearest: undefined, off: connector });
        else if (found === undefined) {
          const names = [...all, ...tenants.of(tenant)].map((each) => each.name);
          problems.push({ ...problem, nearest: findNearest(connector, names) });
        } else {
          const names = (await found.operations()).map((each) => `${connector}.${each.name}`);
          problems.push({ ...problem, nearest: findNearest(name, names) });
        }
      }
      return problems.length > 0
        ? { kind: 'unbound', problems }
        : { kind: 'bound', bindings: Object.fromEntries(bindings) };
    },
  };
}
