/**
 * What a change of a document expects of it by header: `If-Match` the revision that it has now, `If-None-Match: *` that
 * there is none [W4.3]. An expectation that does not hold is its own failure, 412.
 */
import {
  type AnyOperation,
  checkScope,
  inputMismatch,
  OperationError,
  type OperationViolation,
  type Principal,
} from '../../operations/index.ts';
import type { RouteOptions } from '../http/route.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import type { RestRoute } from './rest-routes.ts';

export interface Expectation {
  readonly route: RestRoute;
  /** The input, with what is expected. */
  readonly input: JsonObject;
  readonly isByHeader: boolean;
}

interface ConditionalRequest {
  readonly route: RestRoute;
  readonly input: JsonObject;
  readonly headers: Headers;
}

/** Throws OperationError. @param now asks for the revision that the document has; undefined where there is none */
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
  if (revision === undefined) throw preconditionFailed(input, 'The document is not as If-Match expects it.');
  if (input['revision'] !== undefined && input['revision'] !== revision) {
    throw inputMismatch(route.operation, [twoRevisions]);
  }
  return { route, input: { ...input, revision }, isByHeader: true };
}

/** What does not hold is said to be so only where a header expected it. */
export async function enforceExpectation<Answer>(
  { route, input, isByHeader }: Expectation,
  perform: (input: JsonObject) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await perform(input);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const { code, message, violations = [] } = error.details;
    if (isByHeader && unmet.has(code)) throw preconditionFailed(input, message, error);
    if (route.isRevised !== true || !violations.some(lacksRevision)) throw error;
    throw inputMismatch(
      route.operation,
      violations.map((each) => (lacksRevision(each) ? { ...each, ...bothSources } : each)),
    );
  }
}

/** The operation knows one of the two places that a revision has here. */
const lacksRevision = ({ path, rule }: OperationViolation): boolean =>
  path === 'revision' && rule === 'required';

const bothSources = {
  message: 'It is not said which revision is meant: send its ETag as If-Match, or “revision”.',
  expected: 'If-Match, or “revision”',
};

const unmet: ReadonlySet<string> = new Set(['revision_conflict', 'definition_not_found', 'path_taken']);

/** One tag is held against the document when it is changed; of several the one that it has now is. */
async function expectedRevision(
  match: string,
  now: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const [, only] = /^\s*"([0-9a-f]{64})"\s*$/.exec(match) ?? [];
  if (only !== undefined) return only;
  const current = await now();
  // A weak tag never matches: it tells of a likeness, not of the same bytes.
  const tags = match.split(',').map((tag) => tag.trim());
  return match.trim() === '*' || tags.includes(`"${current}"`) ? current : undefined;
}

function contradictions(
  { method }: RestRoute,
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
  'If-None-Match can only be “*” here, with PUT: there must be no such document.',
  '*',
);
const twoConditions = violation(
  'If-Match',
  'If-Match and If-None-Match contradict each other: the document is expected to be there, and not to be.',
  'one of both',
);
const overwritten = violation(
  'overwrite',
  '“overwrite” replaces whatever is there: the header that expects something contradicts it.',
  'one of both',
);
const twoRevisions = violation(
  'revision',
  '“revision” is given twice, in a header and beside it, with different values.',
  'one value',
);

function preconditionFailed({ path }: JsonObject, message: string, cause?: unknown): OperationError {
  return new OperationError(
    {
      code: 'precondition_failed',
      message,
      suggestedAction:
        'Get the document again, apply your change to what is there now, and send its ETag as If-Match.',
      context: { path: String(path) },
    },
    { cause },
  );
}

/** Throws OperationError. @returns the revision that the document has now; undefined where there is none */
export async function currentRevision(
  call: RouteOptions['call'],
  principal: Principal,
  { name, scope }: AnyOperation,
  { path = '' }: JsonObject,
): Promise<string | undefined> {
  checkScope(name, scope, principal);
  // Whoever may change a document may expect something of it: its text is shown to nobody here.
  const reader: Principal = { ...principal, scopes: new Set([...principal.scopes, 'specs:read']) };
  try {
    const { revision } = (await call(reader, 'definitions.revision', { path })) as { revision: string };
    return revision;
  } catch (error) {
    if (error instanceof OperationError && error.details.category === 'not_found') return undefined;
    throw error;
  }
}
