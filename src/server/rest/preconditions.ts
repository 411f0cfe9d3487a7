/**
 * Preconditions of a change to a document: `If-Match` expects the current revision, `If-None-Match: *` that the
 * document does not exist [W4.3]. A failed precondition is its own error, 412.
 */

import {
  type AnyOperation,
  checkScope,
  inputMismatch,
  OperationError,
  type OperationViolation,
  type Phrase,
  type Principal,
} from '../../operations/index.ts';
import type { RouteOptions } from '../http/contract/route.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import type { HttpHeaders } from '../message/http-request.ts';
import type { OperationRoute } from './rest-routes.ts';

export interface Expectation {
  readonly route: OperationRoute;
  /** The input, with the expected revision. */
  readonly input: JsonObject;
  readonly isByHeader: boolean;
}

interface ConditionalRequest {
  readonly route: OperationRoute;
  readonly input: JsonObject;
  readonly headers: HttpHeaders;
}

/** Throws OperationError. @param now returns the current revision of the document; `undefined` if it does not exist */
export async function expectationOf(
  { route, input, headers }: ConditionalRequest,
  now: () => Promise<string | undefined>,
): Promise<Expectation> {
  const match = headers.get('if-match');
  const noneMatch = headers.get('if-none-match');
  if (route.isRevised !== true || route.method === 'GET' || (match === null && noneMatch === null)) {
    return { route, input, isByHeader: false };
  }
  const wrong = contradictions(route, input, match, noneMatch);
  if (wrong.length > 0) throw inputMismatch(route.operation, wrong);
  const revision = match === null ? null : await expectedRevision(match, now);
  if (revision === undefined) throw preconditionFailed(input, 'The document does not match If-Match.');
  if (input['revision'] !== undefined && input['revision'] !== revision) {
    throw inputMismatch(route.operation, [twoRevisions]);
  }
  return { route, input: { ...input, revision }, isByHeader: true };
}

/** Reports a failed precondition only if a header set it. */
export async function enforceExpectation<Answer>(
  { route, input, isByHeader }: Expectation,
  perform: (input: JsonObject) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await perform(input);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const { code, violations = [] } = error.details;
    if (isByHeader && unmet.has(code)) throw preconditionFailed(input, error.details.message, error);
    if (route.isRevised !== true || !violations.some(lacksRevision)) throw error;
    throw inputMismatch(
      route.operation,
      violations.map((each) => (lacksRevision(each) ? { ...each, ...bothSources } : each)),
    );
  }
}

/** The operation knows only one of the two fields for a revision. */
const lacksRevision = ({ path, rule }: OperationViolation): boolean =>
  path === 'revision' && rule === 'required';

const bothSources = {
  message: 'The revision is missing. Send its ETag as If-Match, or “revision”.',
  expected: 'If-Match, or “revision”',
};

const unmet: ReadonlySet<string> = new Set(['revision_conflict', 'definition_not_found', 'path_taken']);

/** A single tag is checked when the document is changed; of several, the current one is used. */
async function expectedRevision(
  match: string,
  now: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const [, only] = /^\s*"([0-9a-f]{64})"\s*$/.exec(match) ?? [];
  if (only !== undefined) return only;
  const current = await now();
  // A weak tag never matches: it means equivalence, not equal bytes.
  const tags = match.split(',').map((tag) => tag.trim());
  return match.trim() === '*' || tags.includes(`"${current}"`) ? current : undefined;
}

function contradictions(
  { method }: OperationRoute,
  input: JsonObject,
  match: string | null,
  noneMatch: string | null,
): readonly OperationViolation[] {
  return [
    ...(noneMatch !== null && (noneMatch.trim() !== '*' || method !== 'PUT') ? [unknownCondition] : []),
    ...(match !== null && noneMatch !== null ? [twoConditions] : []),
    ...(input['overwrite'] === true ? [overwritten] : []),
  ];
}

const violation = (path: string, message: string, expected: string): OperationViolation => ({
  path,
  rule: 'contradiction',
  message,
  expected,
  actual: 'something else',
});

const unknownCondition = violation(
  'If-None-Match',
  'If-None-Match supports only “*” with PUT: the document must not exist.',
  '*',
);
const twoConditions = violation(
  'If-Match',
  'If-Match and If-None-Match contradict each other: one requires that the document exists, the other that it does not.',
  'only one of them',
);
const overwritten = violation(
  'overwrite',
  '“overwrite” replaces an existing document, which contradicts the header.',
  'only one of them',
);
const twoRevisions = violation(
  'revision',
  '“revision” is sent twice, in a header and as a field, with different values.',
  'one value',
);

function preconditionFailed({ path }: JsonObject, message: Phrase, cause?: unknown): OperationError {
  return new OperationError(
    {
      code: 'precondition_failed',
      message,
      suggestedAction: 'Get the document again, apply your change to it, and send its ETag as If-Match.',
      context: { path: String(path) },
    },
    { cause },
  );
}

/** Throws OperationError. @returns the current revision of the document; `undefined` if it does not exist */
export async function currentRevision(
  call: RouteOptions['call'],
  principal: Principal,
  { name, scope }: AnyOperation,
  { path = '' }: JsonObject,
): Promise<string | undefined> {
  checkScope(name, scope, principal);
  // A caller that may change a document may set preconditions: its text is not revealed here.
  const reader: Principal = { ...principal, scopes: new Set([...principal.scopes, 'specs:read']) };
  try {
    const { revision } = (await call(reader, 'definitions.revision', { path })) as { revision: string };
    return revision;
  } catch (error) {
    if (error instanceof OperationError && error.details.category === 'not_found') return undefined;
    throw error;
  }
}
