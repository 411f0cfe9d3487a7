/** Performs an operation whose fields have other names in the tool. Errors use the names of the tool. */
import { OperationError } from '../../../operations/index.ts';
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
  const { code, message, suggestedAction = '', violations, context } = error.details;
  const renameIn = (text: string) => (codesThatNameFields.has(code) ? renameQuoted(text, names) : text);
  return new OperationError(
    {
      ...error.details,
      message: renameIn(message),
      ...(suggestedAction === '' ? {} : { suggestedAction: renameIn(suggestedAction) }),
      ...(context === undefined ? {} : { context: renameOperation(context, names) }),
      ...(violations === undefined
        ? {}
        : {
            violations: violations.map((violation) => ({
              ...violation,
              path: renamePath(violation.path, names),
              message: renameIn(violation.message),
              expected: renameIn(violation.expected),
            })),
          }),
    },
    { cause: error },
  );
}

/** Other codes quote names that an author chose: a parameter, a workflow. */
const codesThatNameFields: ReadonlySet<string> = new Set([
  'invalid_input',
  'invalid_callback',
  'missing_scope',
]);

/** Only quoted text is a name. */
function renameQuoted(text: string, names: FieldNames): string {
  return text.replaceAll(/“([\w.]+)”/g, (quoted: string, path: string) => {
    const name = names[path] ?? renamePath(path, names);
    if (name === path) return quoted;
    return name === '' ? 'the input' : `“${name}”`;
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
