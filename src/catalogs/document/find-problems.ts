/** Why a document as a whole cannot be read. */
import type { Json } from '../../expression/index.ts';
import { asObject, ownField } from './own-field.ts';

export interface DocumentProblem {
  /** `$.paths`. */
  readonly path: string;
  /** `openapi_version`, `paths_type`, `paths_required`, `operations_presence`, … */
  readonly rule: string;
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly line?: number;
  readonly column?: number;
}

const maxOperations = 10_000;

/** All of them. @param count of operations */
export function findProblems(document: Json, count: number): readonly DocumentProblem[] {
  return [...problemsOfEdition(document), ...problemsOfPaths(document), ...problemsOfCount(count)];
}

/** The version of OpenAPI, as it is written; `undefined` if there is none. */
export function editionOf(document: Json): string | undefined {
  const stated = ownField(document, 'openapi') ?? ownField(document, 'swagger');
  // Without quotes YAML reads the version as a number.
  if (typeof stated !== 'string' && typeof stated !== 'number') return undefined;
  return String(stated).slice(0, 20);
}

const supported = /^(2(\.0)?|3(\.\d+)*)$/;

const rule = 'openapi_version';
const expected = '2.0, 3.0, 3.1 or 3.2';

function problemsOfEdition(document: Json): readonly DocumentProblem[] {
  if (asObject(document) === undefined)
    return [{ path: '$', rule, message: 'An OpenAPI document must be an object.' }];
  const edition = editionOf(document);
  if (edition === undefined) {
    const message = 'This is not an OpenAPI document: it has neither `openapi: 3.…` nor `swagger: "2.0"`.';
    return [{ path: '$.openapi', rule, message, expected }];
  }
  if (supported.test(edition)) return [];
  const path = ownField(document, 'openapi') === undefined ? '$.swagger' : '$.openapi';
  const message = `OpenAPI ${JSON.stringify(edition)} is not supported. Use 2.0, 3.0, 3.1 or 3.2.`;
  return [{ path, rule, message, expected, actual: edition }];
}

function problemsOfPaths(document: Json): readonly DocumentProblem[] {
  if (asObject(document) === undefined) return [];
  const paths = ownField(document, 'paths');
  if (asObject(paths) !== undefined) return [];
  if (paths !== undefined) {
    const actual = Array.isArray(paths) ? 'a list' : paths === null ? 'null' : `a ${typeof paths}`;
    const message = `The document has no \`paths\` that can be read: it must be an object, but is ${actual}.`;
    return [{ path: '$.paths', rule: 'paths_type', message, expected: 'an object', actual }];
  }
  // Since 3.1 a document may contain only components.
  if (/^3\.[1-9]/.test(editionOf(document) ?? '')) return [];
  return [{ path: '$.paths', rule: 'paths_required', message: 'The document has no `paths`.' }];
}

function problemsOfCount(count: number): readonly DocumentProblem[] {
  if (count <= maxOperations) return [];
  return [
    {
      path: '$.paths',
      rule: 'operations_limit',
      message: `The document has ${count} operations. At most ${maxOperations} are allowed.`,
      expected: `at most ${maxOperations}`,
      actual: String(count),
    },
  ];
}
