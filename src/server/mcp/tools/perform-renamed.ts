/** An operation whose fields have other names than the tool's: what is wrong is told by the names that the caller knows. */
import { OperationError } from '../../../operations/index.ts';
import type { ToolCall } from '../contract/tool.ts';

/** By field of the operation: the field of the tool; empty where its content stands at the root. */
export type FieldNames = Readonly<Record<string, string>>;

export async function performRenamed<Result>(
  call: ToolCall,
  operation: string,
  input: object,
  names: FieldNames,
): Promise<Result> {
  try {
    return await call.perform<Result>(operation, input);
  } catch (error) {
    throw error instanceof OperationError ? renamed(error, names) : error;
  }
}

function renamed(error: OperationError, names: FieldNames): OperationError {
  const { violations } = error.details;
  if (violations === undefined) return error;
  const told = violations.map((violation) => ({ ...violation, path: renamePath(violation.path, names) }));
  return new OperationError({ ...error.details, violations: told }, { cause: error });
}

function renamePath(path: string, names: FieldNames): string {
  const [first = '', ...rest] = path.split('.');
  const name = Object.hasOwn(names, first) ? names[first] : undefined;
  if (name === undefined) return path;
  return [name, ...rest].filter((part) => part !== '').join('.');
}
