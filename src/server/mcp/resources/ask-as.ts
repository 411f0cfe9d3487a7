/** Calls operations as one principal. */
import { OperationError, type Principal } from '../../../operations/index.ts';
import type { Signalbox } from '../../local/signalbox.ts';

export interface Asking {
  /** The result that the operation declares. Throws OperationError. */
  get<Result>(operation: string, input: object): Promise<Result>;
  readonly maySeeSources: boolean;
  /** `undefined` if the subject does not exist. */
  find<Result>(operation: string, input: object): Promise<Result | undefined>;
}

export function askAs(call: Signalbox['call'], principal: Principal): Asking {
  const get = async <Result>(operation: string, input: object): Promise<Result> =>
    (await call(principal, operation, input)) as Result;
  return {
    get,
    maySeeSources: principal.scopes.has('specs:read'),
    async find<Result>(operation: string, input: object) {
      try {
        return await get<Result>(operation, input);
      } catch (error) {
        if (error instanceof OperationError && error.details.category === 'not_found') return undefined;
        throw error;
      }
    },
  };
}
