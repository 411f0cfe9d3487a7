/**
 * The arguments of an operation, one per name: path, query and header parameters, and the fields of its body.
 * Credentials are excluded: the connector adds them.
 */
import type { Json, Type } from '../expression/index.ts';
import type { OperationParameter } from '../languages/workflow.ts';
import type { ApiDocument } from './api-document.ts';
import { followReference } from './follow-reference.ts';
import type { Endpoint } from './list-endpoints.ts';
import { findBodyMedia } from './media-type.ts';
import { asList, asObject, asText, entriesOf, type JsonObject, ownField } from './own-field.ts';
import { typeOfSchema } from './type-of-schema.ts';

export function parametersOf(api: ApiDocument, endpoint: Endpoint): readonly OperationParameter[] {
  const declared = declaredParameters(api, endpoint);
  const secrets = credentials(api);
  const byName = new Map<string, OperationParameter>();
  const add = (parameter: OperationParameter) => {
    const known = byName.get(parameter.name);
    const required = parameter.required || known?.required === true;
    // A name in the path and in the body is one argument for both.
    byName.set(parameter.name, { ...(known ?? parameter), required });
  };
  for (const parameter of declared) {
    if (
      argumentLocations.has(parameter.location) &&
      !secrets.has(parameterKey(parameter.location, parameter.name))
    ) {
      add(plainParameter(api, parameter));
    }
  }
  for (const name of namesInPath(endpoint.path)) add({ name, type: unknown, required: true });
  const body = findBody(api, endpoint, declared);
  if (body !== undefined) for (const parameter of bodyParameters(api, body)) add(parameter);
  return [...byName.values()];
}

interface Declared {
  readonly name: string;
  readonly location: string;
  readonly source: JsonObject;
}

interface Body {
  readonly schema: Json | undefined;
  readonly required: boolean;
}

const unknown: Type = { kind: 'any' };

const argumentLocations = new Set(['path', 'query', 'header', 'formData']);

/** Headers that a document may list but not define, according to the standard. */
const reservedHeaders = ['accept', 'content-type', 'authorization'];

/** Parameters of the operation replace those of its path. */
function declaredParameters(api: ApiDocument, endpoint: Endpoint): readonly Declared[] {
  const byKey = new Map<string, Declared>();
  for (const level of [endpoint.item, endpoint.operation]) {
    for (const reference of asList(ownField(level, 'parameters'))) {
      const source = asObject(followReference(api.root, reference));
      const name = asText(ownField(source, 'name'));
      const location = asText(ownField(source, 'in'));
      if (source === undefined || name === undefined || location === undefined) continue;
      byKey.set(parameterKey(location, name), { name, location, source });
    }
  }
  return [...byKey.values()];
}

function credentials(api: ApiDocument): ReadonlySet<string> {
  const schemes =
    ownField(ownField(api.root, 'components'), 'securitySchemes') ??
    ownField(api.root, 'securityDefinitions');
  const keys = reservedHeaders.map((name) => parameterKey('header', name));
  for (const [, reference] of entriesOf(schemes)) {
    const scheme = followReference(api.root, reference);
    const name = asText(ownField(scheme, 'name'));
    const location = asText(ownField(scheme, 'in'));
    if (name !== undefined && location !== undefined) keys.push(parameterKey(location, name));
  }
  return new Set(keys);
}

/** Header names are case-insensitive. */
function parameterKey(location: string, name: string): string {
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`;
}

function plainParameter(api: ApiDocument, { name, location, source }: Declared): OperationParameter {
  const media = entriesOf(ownField(source, 'content'))[0]?.[1];
  // Before 3.0 a parameter is its own schema.
  const schema = ownField(source, 'schema') ?? (media === undefined ? source : ownField(media, 'schema'));
  return {
    name,
    type: typeOfSchema(api, schema, 'sent'),
    required: location === 'path' || ownField(source, 'required') === true,
  };
}

/** A parameter in braces is required, declared or not. */
function namesInPath(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

function findBody(api: ApiDocument, endpoint: Endpoint, declared: readonly Declared[]): Body | undefined {
  const old = declared.find(({ location }) => location === 'body')?.source;
  const source = old ?? asObject(followReference(api.root, ownField(endpoint.operation, 'requestBody')));
  if (source === undefined) return undefined;
  const holder = old ?? findBodyMedia(ownField(source, 'content'));
  return { schema: ownField(holder, 'schema'), required: ownField(source, 'required') === true };
}

function bodyParameters(api: ApiDocument, body: Body): readonly OperationParameter[] {
  const type = typeOfSchema(api, body.schema, 'sent');
  if (type.kind !== 'object' || type.fields.length === 0) {
    return [{ name: 'body', type, required: body.required }];
  }
  return type.fields.map((field) => ({
    name: field.name,
    type: field.type,
    required: body.required && !field.optional,
  }));
}
