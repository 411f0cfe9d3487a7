/** Parses an exported run and validates its schema, its digest and its hashes. */
import type { Json } from '../../kernel/index.ts';
import { sha256 } from '../contract/canonical-json.ts';
import type { OperationViolation } from '../contract/operation-error.ts';
import { isTooDeep, violationsOfInput } from '../contract/violations-of-input.ts';
import { hashesOfEvent } from './payloads-of-event.ts';
import { documentRefused, refuseDocument, replayRejected } from './refuse-document.ts';
import { digestOf, maxDocumentLength, type RunDocument, runDocumentSchema } from './run-document.ts';

/** Levels of nesting: more than any program or value that the kernel accepts. */
const maxDepth = 1_000;
/** Maximum number of listed violations. */
const maxViolations = 100;

/** Throws if it was changed or truncated since the export. */
export function readDocument(given: string | object): RunDocument {
  const value = typeof given === 'string' ? parseJson(given) : given;
  if (value === undefined || isTooDeep(value, maxDepth)) {
    refuseDocument([
      replayRejected('document', 'malformed', 'The document is not JSON, or it was truncated.'),
    ]);
  }
  const parsed = runDocumentSchema.safeParse(value);
  if (!parsed.success) {
    const violations = violationsOfInput(runDocumentSchema, value, parsed.error.issues);
    throw documentRefused(violations.map((each) => ({ ...each, path: `document.${each.path}` })));
  }
  const document = parsed.data;
  refuseDocument(checkDigest(document));
  refuseDocument([...checkRevision(document), ...checkPayloads(document)].slice(0, maxViolations));
  return document;
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function checkDigest(document: RunDocument): readonly OperationViolation[] {
  const path = 'document.digest';
  if (JSON.stringify(document).length > maxDocumentLength) {
    const message = 'The document is too large.';
    return [{ path, rule: 'too-large', message, expected: `${maxDocumentLength} letters`, actual: 'more' }];
  }
  const expected = digestOf(document);
  const { digest: actual } = document;
  if (actual === expected) return [];
  const message = 'The digest does not match. The document was changed or truncated after the export.';
  return [{ path, rule: 'digest', message, expected, actual }];
}

function checkRevision({ workflow }: RunDocument): readonly OperationViolation[] {
  const expected = sha256(workflow.source);
  if (expected === workflow.revision) return [];
  const message = 'The definition does not match its hash.';
  return [{ path: 'document.workflow.revision', rule: 'hash', message, expected, actual: workflow.revision }];
}

function checkPayloads({ events, payloads }: RunDocument): readonly OperationViolation[] {
  const wrong = Object.entries(payloads).flatMap(([hash, text]): OperationViolation[] => {
    const actual = sha256(text);
    if (actual === hash && parseJson(text) !== undefined) return [];
    const message = 'A large value does not match its hash.';
    return [{ path: `document.payloads.${hash}`, rule: 'hash', message, expected: hash, actual }];
  });
  const needed = new Set(events.flatMap(hashesOfEvent));
  const missing = [...needed].filter((hash) => !Object.hasOwn(payloads, hash));
  return [
    ...wrong,
    ...missing.map((hash) => {
      const message = 'A large value is missing.';
      return {
        path: `document.payloads.${hash}`,
        rule: 'missing',
        message,
        expected: hash,
        actual: 'nothing',
      };
    }),
  ];
}
