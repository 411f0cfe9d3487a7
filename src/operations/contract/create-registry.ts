/** Registry of the operations, by name. */
import { findNearest } from '../../expression/index.ts';
import { phrase } from '../../languages/index.ts';
import { withConfirmToken } from './confirmation.ts';
import type { Operation } from './operation.ts';
import { OperationError } from './operation-error.ts';

export type AnyOperation = Operation<unknown, unknown>;

export interface Registry {
  /** In registration order. */
  readonly names: readonly string[];
  find(name: string): AnyOperation | undefined;
  /** Throws OperationError if it does not exist. */
  get(name: string): AnyOperation;
}

/** Throws if two operations have the same name, which is a programming error. */
export function createRegistry(operations: readonly AnyOperation[]): Registry {
  const byName = new Map(operations.map((operation) => [operation.name, confirmable(operation)]));
  const names = [...byName.keys()];
  const again = operations.find(({ name }, at) => operations.findIndex((other) => other.name === name) < at);
  if (again !== undefined) throw new Error(`Two operations are named “${again.name}”.`);
  const find = (name: string) => byName.get(name);
  return { names, find, get: (name) => find(name) ?? unknownOperation(name, names) };
}

const confirmable = (operation: AnyOperation): AnyOperation =>
  operation.confirmation === undefined
    ? operation
    : { ...operation, input: withConfirmToken(operation.input) };

function unknownOperation(name: string, names: readonly string[]): never {
  const nearest = findNearest(name, names);
  const hint = nearest === undefined ? '' : phrase` Did you mean ${{ operation: nearest }}?`;
  throw new OperationError({
    code: 'operation_not_found',
    message: phrase`The operation “${name.slice(0, 100)}” does not exist.${hint}`,
    suggestedAction:
      nearest === undefined ? `Use one of: ${names.join(', ')}.` : phrase`Call ${{ operation: nearest }}.`,
  });
}
