/** Performs an operation whose fields have other names in the tool. Errors use the names of the tool. */
import { OperationError, type Phrase } from '../../../operations/index.ts';
import type { ToolCall } from '../contract/tool.ts';

/** Maps a field or the name of the operation to its name in the tool; empty if its content is at the root. */
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
  const { message, suggestedAction, violations, context } = error.details;
  return new OperationError(
    {
      ...error.details,
      message: renameIn(message, names),
      suggestedAction: renameIn(suggestedAction, names),
      ...(context === undefined ? {} : { context: renameOperation(context, names) }),
      ...(violations === undefined
        ? {}
        : {
            violations: violations.map((violation) => ({
              ...violation,
              path: renamePath(violation.path, names),
              message: renameIn(violation.message, names),
              expected: renameIn(violation.expected, names),
            })),
          }),
    },
    { cause: error },
  );
}

function renameIn(text: Phrase, names: FieldNames): Phrase {
  if (typeof text === 'string') return text;
  return text.map((part) => {
    if (typeof part === 'string' || 'noun' in part) return part;
    if ('field' in part) return { field: renamePath(part.field, names) };
    return { operation: names[part.operation] ?? part.operation };
  });
}

function renameOperation(
  context: NonNullable<OperationError['details']['context']>,
  names: FieldNames,
): NonNullable<OperationError['details']['context']> {
  const { operation } = context;
  const name = typeof operation === 'string' ? names[operation] : undefined;
  return name === undefined ? context : { ...context, operation: name };
}

function renamePath(path: string, names: FieldNames): string {
  const [first = '', ...rest] = path.split('.');
  const name = Object.hasOwn(names, first) ? names[first] : undefined;
  if (name === undefined) return path;
  return [name, ...rest].filter((part) => part !== '').join('.');
}
