/**
 * The arguments of an operation: path, query, header and cookie parameters, and the fields of its body. Credentials are
 * excluded: the connector adds them.
 */
import { anyType, type Json, type Type } from '../../expression/index.ts';
import type { OperationParameter } from '../../languages/workflow.ts';
import type { ApiDocument } from './api-document.ts';
import {
  type Declared,
  type DeclaredBody,
  declaredBody,
  declaredParameters,
  namesInPath,
} from './declared-parameters.ts';
import type { Endpoint } from './list-endpoints.ts';
import { hasNamedFields } from './media-type.ts';
import { asObject, ownField } from './own-field.ts';
import { isMeantFor, typeOfSchema } from './type-of-schema.ts';

/** An argument before its type is computed. */
export interface Argument {
  readonly name: string;
  readonly required: boolean;
  readonly place: Declared['location'] | 'body';
  /** `undefined` if it is not described. */
  readonly schema: Json | undefined;
  /** The field of the body that it is; null if it is a parameter, or the whole body. */
  readonly field: string | null;
}

export function argumentsOf(api: ApiDocument, endpoint: Endpoint): readonly Argument[] {
  const byName = new Map<string, Argument>();
  for (const { name, schema, required, location } of declaredParameters(api, endpoint)) {
    const known = byName.get(name);
    byName.set(name, {
      ...(known ?? { name, place: location, schema, field: null }),
      required: required || known?.required === true,
    });
  }
  for (const name of namesInPath(endpoint.path)) {
    const known = byName.get(name) ?? { name, place: 'path', schema: undefined, field: null };
    byName.set(name, { ...known, required: true });
  }
  const body = declaredBody(api, endpoint);
  const fields = body === undefined ? [] : bodyArguments(api, body);
  // The field of a body may have another value than the parameter of its name.
  const apart = fields.map((each) =>
    byName.has(each.name) ? { ...each, name: bodyField(each.name), required: false } : each,
  );
  return [...byName.values(), ...apart];
}

export function parametersOf(api: ApiDocument, endpoint: Endpoint): readonly OperationParameter[] {
  const body = declaredBody(api, endpoint);
  const whole = typeOfSchema(api, body?.schema, 'sent', true);
  const fields = new Map((whole.kind === 'object' ? whole.fields : []).map(({ name, type }) => [name, type]));
  const typeOf = ({ place, schema, field }: Argument): Type => {
    if (place !== 'body') return schema === undefined ? anyType : typeOfSchema(api, schema, 'sent');
    return field === null ? whole : (fields.get(field) ?? anyType);
  };
  return argumentsOf(api, endpoint).map((each) => ({
    name: each.name,
    type: typeOf(each),
    required: each.required,
  }));
}

/** The argument for a field of the body whose name a parameter has, too. */
export const bodyField = (name: string): string => `${name}_body`;

/** The argument that is the body, if its fields are not arguments. */
export const wholeBody = 'body';

function bodyArguments(api: ApiDocument, body: DeclaredBody): readonly Argument[] {
  const { schema, required: isRequired } = body;
  if (!hasFields(api, body))
    return [{ name: wholeBody, required: isRequired, place: 'body', schema, field: null }];
  const { properties, required } = api.view(schema);
  return [...fieldsOf(api, schema)].map((name) => ({
    name,
    required: isRequired && required.has(name),
    place: 'body',
    schema: properties.get(name),
    field: name,
  }));
}

/** Whether the fields of a body are arguments of their own: names that the document lists. */
export function hasFields(api: ApiDocument, { schema, mediaType }: DeclaredBody): boolean {
  const view = api.view(schema);
  if (!hasNamedFields(mediaType) || view.kind !== 'object' || view.choices.length > 0) return false;
  return [...view.properties.values()].some((property) => isMeantFor(api.view(property), 'sent'));
}

/** The fields of a body that can be sent, described or required. */
export function fieldsOf(api: ApiDocument, schema: Json | undefined): ReadonlySet<string> {
  const { properties, required } = api.view(schema);
  const sent = [...properties].filter(([, property]) => isMeantFor(api.view(property), 'sent'));
  return new Set([...sent.map(([name]) => name), ...[...required].filter((name) => !properties.has(name))]);
}

/** Whether a body explicitly takes fields that are not listed. */
export function takesOthers(api: ApiDocument, endpoint: Endpoint): boolean {
  const body = declaredBody(api, endpoint);
  if (body === undefined || !hasFields(api, body)) return false;
  const { parts, closed } = api.view(body.schema);
  return (
    !closed &&
    parts.some((part) => {
      const others = ownField(part, 'additionalProperties');
      return others === true || asObject(others) !== undefined;
    })
  );
}
