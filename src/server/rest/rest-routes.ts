/** The routes of all operations that have one [W4.1]. */
import type { Registry, RestRoute } from '../../operations/index.ts';

export interface OperationRoute extends RestRoute {
  /** Name of the operation. */
  readonly operation: string;
}

export const restRoutesOf = (registry: Registry): readonly OperationRoute[] =>
  registry.names.flatMap((operation) => {
    const { rest } = registry.get(operation);
    return rest === undefined ? [] : [{ ...rest, operation }];
  });
