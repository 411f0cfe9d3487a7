/** Formats the errors of a guide as the format's design requires: one sentence each, with its location [U6.1]. */
import { jsonSyntax } from '../document/find-syntax-fault.ts';
import type { Violation } from '../document/violation.ts';

/** `steps[1]` if something is missing there. */
interface MissingKey {
  readonly key: string;
  readonly path: string;
}

/** Null if it is another error. */
export function missingKeyOf({ path, expected, actual }: Violation): MissingKey | null {
  const key = actual === 'nothing' ? /^([\w$-]+): …$/.exec(expected)?.[1] : undefined;
  return key === undefined ? null : { key, path };
}

export function issueOf(violation: Violation): string {
  const { path, line, column, message, rule } = violation;
  const location = `line ${line}, column ${column}`;
  const missing = missingKeyOf(violation);
  if (missing !== null) {
    const what = `Missing required property '${missing.key}'`;
    return path === '' ? what : `${what} in ${path} (${location})`;
  }
  if (rule === jsonSyntax) return `${message} (${location})`;
  return `${message.replace(/\.$/, '')} (${path === '' ? location : `${path}, ${location}`})`;
}

/** How to correct the error, the most certain suggestion first. */
export function suggestionsFor(violation: Violation): readonly string[] {
  const { path, message, suggestion, expected, actual, rule } = violation;
  if (rule === jsonSyntax) {
    const endsEarly = message.includes('Unexpected end of JSON input');
    const first = endsEarly ? 'Check for missing closing braces, brackets, or quotes' : suggestion?.text;
    return [
      ...(first === undefined ? [] : [first]),
      'Validate JSON syntax using a JSON validator or formatter',
    ];
  }
  const missing = missingKeyOf(violation);
  if (missing !== null) return [addKey(missing)];
  const where = path === '' ? '' : ` (${path})`;
  if (suggestion !== null) return [`${suggestion.text}${where}`];
  if (path === '' && expected.startsWith('a map')) {
    return ["Write an object with 'id', 'name', 'description' and 'steps'"];
  }
  return [`Expected ${expected}, but found ${actual}${where}`];
}

function addKey({ key, path }: MissingKey): string {
  const what = lists[key] ?? `field${Object.hasOwn(contents, key) ? ` with ${contents[key]}` : ''}`;
  return `Add required '${key}' ${what}${path === '' ? '' : ` in ${path}`}`;
}

const lists: Readonly<Record<string, string>> = {
  steps: 'array with at least one step object',
  body: 'array with at least one step object',
};

const contents: Readonly<Record<string, string>> = {
  id: 'a unique identifier of lower-case letters, digits and hyphens',
  name: 'a human-friendly name',
  description: 'a meaningful description',
  title: 'a human-readable title',
  prompt: 'the instructions for the step',
  message: 'the text to report if the rule is not met',
  value: 'the text that the output must contain',
  pattern: 'the regular expression that the output must match',
  schema: 'the JSON Schema that the output must fit',
};
