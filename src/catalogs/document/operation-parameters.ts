/**
 * The arguments of an operation: path, query, header and cookie parameters, and the fields of its body. Credentials are
 * excluded: the connector adds them.
 */
import { anyType, type Json } from '../../expression/index.ts';
import type { OperationParameter } from '../../languages/workflow.ts';
import type { ApiDocument } from './api-document.ts';
import { type DeclaredBody, declaredBody, declaredParameters, namesInPath } from './declared-parameters.ts';
import type { Endpoint } from './list-endpoints.ts';
import { hasNamedFields } from './media-type.ts';
import { asObject, ownField } from './own-field.ts';
import { isMeantFor, typeOfSchema } from './type-of-schema.ts';

export function parametersOf(api: ApiDocument, endpoint: Endpoint): readonly OperationParameter[] {
  const byName = new Map<string, OperationParameter>();
  for (const { name, schema, required } of declaredParameters(api, endpoint)) {
    const known = byName.get(name);
    byName.set(name, {
      ...(known ?? { name, type: typeOfSchema(api, schema, 'sent') }),
      required: required || known?.required === true,
    });
  }
  for (const name of namesInPath(endpoint.path)) {
    byName.set(name, { ...(byName.get(name) ?? { name, type: anyType }), required: true });
  }
  const body = declaredBody(api, endpoint);
  const fields = body === undefined ? [] : bodyParameters(api, body);
  // The field of a body may have another value than the parameter of its name.
  const apart = fields.map((field) =>
    byName.has(field.name) ? { ...field, name: bodyField(field.name), required: false } : field,
  );
  return [...byName.values(), ...apart];
}

/** The argument for a field of the body whose name a parameter has, too. */
export const bodyField = (name: string): string => `${name}_body`;

/** The argument that is the body, if its fields are not arguments. */
export const wholeBody = 'body';

function bodyParameters(api: ApiDocument, body: DeclaredBody): readonly OperationParameter[] {
  const type = typeOfSchema(api, body.schema, 'sent', true);
  if (type.kind !== 'object' || !hasFields(api, body)) {
    return [{ name: wholeBody, type, required: body.required }];
  }
  const listed = type.fields.map(({ name, optional, type: of }) => ({
    name,
    type: of,
    required: body.required && !optional,
  }));
  // Some documents require a field that they do not describe.
  const others = [...fieldsOf(api, body.schema)].filter((name) => !listed.some((each) => each.name === name));
  return [...listed, ...others.map((name) => ({ name, type: anyType, required: body.required }))];
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
