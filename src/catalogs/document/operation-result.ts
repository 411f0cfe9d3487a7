/** The result of a successful call: its type and an example. */
import type { Json, Type } from '../../expression/index.ts';
import type { ApiDocument } from './api-document.ts';
import { exampleOfSchema, isFitting } from './example-of-schema.ts';
import { followReference } from './follow-reference.ts';
import type { Endpoint } from './list-endpoints.ts';
import { findJsonMedia, isJsonMedia } from './media-type.ts';
import { entriesOf, ownField } from './own-field.ts';
import { typeOfSchema } from './type-of-schema.ts';

export function resultTypeOf(api: ApiDocument, endpoint: Endpoint): Type {
  return typeOfSchema(api, resultSchemaOf(api, endpoint), 'received');
}

export function resultSchemaOf(api: ApiDocument, endpoint: Endpoint): Json | undefined {
  return findAnswer(api, endpoint)?.schema;
}

export function resultExampleOf(api: ApiDocument, endpoint: Endpoint): Json | undefined {
  const answer = findAnswer(api, endpoint);
  if (answer === undefined) return undefined;
  const view = api.view(answer.schema);
  return answer.examples.find((example) => isFitting(view, example)) ?? exampleOfSchema(api, answer.schema);
}

interface Answer {
  readonly schema: Json | undefined;
  readonly examples: readonly Json[];
}

/** The first successful response with content: 200 before 201, a code before `2XX`. */
function findAnswer(api: ApiDocument, endpoint: Endpoint): Answer | undefined {
  const answers = entriesOf(ownField(endpoint.operation, 'responses'))
    .filter(([code]) => /^2(\d\d|xx)$/i.test(code))
    .sort(([a], [b]) => (a.toUpperCase() < b.toUpperCase() ? -1 : 1))
    .map(([, response]) => readAnswer(api, followReference(api.root, response)));
  return answers.find(({ schema, examples }) => schema !== undefined || examples.length > 0);
}

function readAnswer(api: ApiDocument, response: Json | undefined): Answer {
  const media = findJsonMedia(ownField(response, 'content'));
  if (media === undefined) {
    // Before 3.0 the schema is in the response itself, with examples by media type.
    const examples = entriesOf(ownField(response, 'examples')).filter(([name]) => isJsonMedia(name));
    return { schema: ownField(response, 'schema'), examples: examples.map(([, example]) => example) };
  }
  const single = ownField(media, 'example');
  const named = entriesOf(ownField(media, 'examples')).map(([, example]) =>
    ownField(followReference(api.root, example), 'value'),
  );
  return {
    schema: ownField(media, 'schema'),
    examples: [single, ...named].filter((example) => example !== undefined),
  };
}
