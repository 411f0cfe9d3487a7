/** The detail of a command, within limits: a document can make its parts larger than anything that is called needs. */
import { anyType, type Json, type Type } from '../../expression/index.ts';
import type { OperationParameter } from '../../languages/workflow.ts';
import type { ApiDocument } from '../document/api-document.ts';
import type { Endpoint } from '../document/list-endpoints.ts';
import { asText, ownField } from '../document/own-field.ts';
import { readOperation } from '../document/read-open-api.ts';
import type { CommandDetail } from './catalog.ts';
import { measureJson } from './measure-json.ts';

const maxDescription = 10_000;
const maxTypes = 512 * 1024;
const maxExample = 64 * 1024;

/** @param slice of its document */
export function detailOf(api: ApiDocument, endpoint: Endpoint, slice: Json): CommandDetail {
  const operation = readOperation(api, endpoint, '');
  const { parameters, open = false, result, example = null } = operation;
  return {
    description: (longText(endpoint) ?? operation.description).slice(0, maxDescription),
    parameters: withinLimit(parameters),
    open,
    result: isWithin(result, maxTypes) ? result : anyType,
    example: isWithin(example, maxExample) ? example : null,
    call: { kind: 'openapi', document: slice },
  };
}

/** The summary is in the index. */
const longText = ({ operation, item }: Endpoint): string | undefined =>
  [operation, item]
    .map((from) => asText(ownField(from, 'description'))?.trim())
    .find((text) => text !== undefined && text !== '');

const withinLimit = (parameters: readonly OperationParameter[]): readonly OperationParameter[] =>
  isWithin(
    parameters.map(({ type }) => type),
    maxTypes,
  )
    ? parameters
    : parameters.map((parameter) => ({ ...parameter, type: anyType }));

const isWithin = (data: Json | Type | readonly Type[], maxBytes: number): boolean =>
  measureJson(data as unknown as Json, maxBytes) !== undefined;
