/** What the document of a command says about its parameters beyond their types: texts, and the values that they may have. */
import type { Json } from '../../expression/index.ts';
import { createApiDocument } from '../document/api-document.ts';
import { declaredBody, declaredParameters } from '../document/declared-parameters.ts';
import { listEndpoints } from '../document/list-endpoints.ts';
import { bodyField, wholeBody } from '../document/operation-parameters.ts';
import { asText, ownField } from '../document/own-field.ts';
import { allowedValues, type SchemaView } from '../document/view-schema.ts';
import { isFile } from '../request/is-file.ts';
import type { CommandDetail } from './catalog.ts';

export interface ParameterFacts {
  readonly description?: string;
  readonly allowed?: readonly Json[];
  /** It is the content of a file. */
  readonly file?: true;
}

const maxDescription = 300;
const maxAllowed = 50;

/** By the name of the parameter. */
export function parameterFacts({ call, parameters }: CommandDetail): ReadonlyMap<string, ParameterFacts> {
  if (call.kind !== 'openapi') return new Map();
  const api = createApiDocument(call.document);
  const [endpoint] = listEndpoints(call.document);
  if (endpoint === undefined) return new Map();
  const facts = new Map<string, ParameterFacts>();
  const note = (name: string, source: Json | undefined, schema: Json | undefined): void => {
    const text = asText(ownField(source, 'description')) ?? descriptionIn(api.view(schema));
    const allowed =
      api
        .view(schema)
        .parts.map(allowedValues)
        .find((values) => values.length > 0) ?? [];
    facts.set(name, {
      ...(text === undefined || text.trim() === ''
        ? {}
        : { description: text.trim().slice(0, maxDescription) }),
      ...(allowed.length === 0 || allowed.length > maxAllowed ? {} : { allowed }),
      ...(isFile(api.view(schema).parts) ? { file: true } : {}),
    });
  };
  for (const { name, source, schema } of declaredParameters(api, endpoint)) note(name, source, schema);
  const body = declaredBody(api, endpoint);
  if (body === undefined) return facts;
  const names = new Set(parameters.map(({ name }) => name));
  if (names.has(wholeBody)) note(wholeBody, undefined, body.schema);
  for (const [name, schema] of api.view(body.schema).properties) {
    const argument = names.has(bodyField(name)) ? bodyField(name) : name;
    if (names.has(argument) && !facts.has(argument)) note(argument, undefined, schema);
  }
  return facts;
}

const descriptionIn = ({ parts }: SchemaView): string | undefined =>
  parts.map((part) => asText(ownField(part, 'description'))).find((text) => text !== undefined);
