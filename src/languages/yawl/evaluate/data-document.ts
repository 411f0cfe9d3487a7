/** Writes the XML text that queries read, from JSON values and their types. */
import type { Effort, Json, Scope } from '../../../kernel/index.ts';
import { fitValue } from '../../xsd/fit-value.ts';
import type { Mismatch, XsdTypes } from '../../xsd/shape.ts';
import { toXml } from '../../xsd/to-xml.ts';
import type { DataDocument, DataField } from './evaluator-source.ts';

type Resolve = (name: string) => number | undefined;
type Values = { readonly [name: string]: Json };

/** Marks the outputs of an item that was not answered: answers have required fields, these have not. */
export const unfinishedMark = '$unfinished';

/** Checking values against the patterns of their types counts [K12.5]. */
export const tooMuchEffort =
  'The expressions of this event take too many steps together. Use smaller values.';

/** Writes a document in a scope. Throws an Error with every mismatch. */
export function documentWriter(
  document: DataDocument,
  types: XsdTypes,
  resolve: Resolve,
): (scope: Scope) => string {
  const { root, fields } = document;
  const valuesIn = documentReader(document, types, resolve);
  return (scope) => {
    const values = valuesIn(scope);
    const elements = fields.map(({ name, type }, index) => {
      const value = values[index];
      if (value === undefined) return '';
      return value === null ? `<${name}/>` : toXml(name, value, { type, types });
    });
    return `<${root}>${elements.join('')}</${root}>`;
  };
}

/** Returns the values of a document in a scope, field by field; `undefined` for an omitted one. Throws as above. */
export function documentReader(
  document: DataDocument,
  types: XsdTypes,
  resolve: Resolve,
): (scope: Scope) => readonly (Json | undefined)[] {
  const valuesIn =
    document.from === 'net' ? variablesReader(document, resolve) : outputReader(document, resolve);
  return (scope) => {
    const values = valuesIn(scope);
    const problems: Mismatch[] = [];
    const isUnfinished = valueIn(values, unfinishedMark) === true;
    const read = document.fields.map((field) =>
      fieldValue(
        { ...field, required: field.required && !isUnfinished },
        valueIn(values, field.name),
        types,
        problems,
        scope.effort,
      ),
    );
    if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join(' '));
    return read;
  };
}

function fieldValue(
  { name, type, required, default: defaultValue }: DataField,
  given: Json | undefined,
  types: XsdTypes,
  problems: Mismatch[],
  effort: Effort,
): Json | undefined {
  const value = given === undefined ? defaultValue : given;
  if (value === undefined) {
    if (required)
      problems.push({ path: name, message: `“${name}” is missing.`, expected: name, actual: 'nothing' });
    return undefined;
  }
  if (value === null) return null;
  const fitted = fitValue(value, { type, types }, name, { effort });
  if (effort.left < 0) throw new Error(tooMuchEffort);
  if (fitted.kind === 'fitted') return fitted.value;
  problems.push(...fitted.problems);
  return undefined;
}

/** Every variable is present. One without a value is an empty element. */
function variablesReader({ fields }: DataDocument, resolve: Resolve): (scope: Scope) => Values {
  const references = fields.map(({ name }) => [name, resolve(name)] as const);
  return (scope) =>
    Object.fromEntries(
      references.map(([name, reference]) => [
        name,
        (reference === undefined ? null : scope.get(reference)) ?? null,
      ]),
    );
}

/** An output that is not answered keeps the value of the input. */
function outputReader({ result }: DataDocument, resolve: Resolve): (scope: Scope) => Values {
  const output = resolve('$output');
  const input = resolve('$input');
  const read = (scope: Scope, reference: number | undefined): Json | undefined =>
    reference === undefined ? undefined : scope.get(reference);
  return (scope) => {
    const given = read(scope, output) ?? null;
    const answered = result === undefined ? given : { [result]: given };
    return { ...toRecord(read(scope, input) ?? null), ...toRecord(answered) };
  };
}

export function toRecord(value: Json): Values {
  return isRecord(value) ? value : {};
}

/** A field can have the name of an object member: “constructor”. */
export function valueIn(values: Values, name: string): Json | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function isRecord(value: Json): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
