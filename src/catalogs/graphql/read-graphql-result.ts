/**
 * What the body of a GraphQL response means. A field with a value is the result, also if parts of it failed: GraphQL sets
 * those to null, and a mutation that answers has happened. The errors are then warnings. Otherwise, errors are a failure.
 */
import type { Json } from '../../expression/index.ts';
import { asList, asObject, asText, ownField } from '../document/own-field.ts';
import type { ApiAnswer } from '../request/api-operation.ts';

const maxErrors = 20;
const maxMessage = 500;

/** @param field that the document of the command asks for */
export function readGraphqlResult(body: Json, field: string): ApiAnswer {
  const data = asObject(ownField(body, 'data'));
  const errors = asList(ownField(body, 'errors'));
  const value = ownField(data, field);
  const messages = describeErrors(errors);
  if (value !== undefined && (value !== null || errors.length === 0))
    return { kind: 'result', value, warnings: messages };
  const failed = (message: string): ApiAnswer => ({
    kind: 'failure',
    code: 'graphql-error',
    message,
    retryable: errors.length > 0 && errors.every(isThrottled),
  });
  if (errors.length > 0) return failed(`The API answered with errors: ${messages.join(' ')}`);
  return failed(
    data === undefined
      ? 'The response is not one of a GraphQL API: it has neither data nor errors. Check the address of the API.'
      : `The response has no “${field}” in its data.`,
  );
}

function describeErrors(errors: readonly Json[]): readonly string[] {
  const shown = errors.slice(0, maxErrors).map((error) => {
    const message = (asText(ownField(error, 'message')) ?? asText(error) ?? 'An error without a message')
      .slice(0, maxMessage)
      .replaceAll(/\s+/g, ' ')
      .trim();
    const place = pathOf(error);
    return `${message.replace(/[.!?]+$/, '')}${place === '' ? '' : ` (at ${place})`}.`;
  });
  const rest = errors.length - shown.length;
  return rest > 0 ? [...shown, `And ${rest} more.`] : shown;
}

const pathOf = (error: Json): string =>
  asList(ownField(error, 'path'))
    .slice(0, 20)
    .filter((key) => typeof key === 'string' || typeof key === 'number')
    .join('.')
    .slice(0, 200);

/** The API has not performed the request: it says so with status 200. */
function isThrottled(error: Json): boolean {
  const code = ownField(ownField(error, 'extensions'), 'code') ?? ownField(error, 'type');
  return code === 'THROTTLED' || code === 'RATE_LIMITED';
}
