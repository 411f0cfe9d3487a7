/**
 * A run made of an exported document [R7.2]. Nothing in the document is believed: its digest and hashes are computed
 * again, its program is linked and its journal is played before anything is stored. Unless it has ended it is left
 * suspended, because calls that were under way elsewhere may have been answered there.
 */
import { z } from 'zod';
import { type Json, link, type RunState, UnresolvedError } from '../../kernel/index.ts';
import type { Content, JournalEntry } from '../../runtime/index.ts';
import { sha256 } from '../contract/canonical-json.ts';
import { keyField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError, type OperationViolation } from '../contract/operation-error.ts';
import { findRepeated, repeatableOf } from '../contract/repeatable.ts';
import type { Services } from '../contract/services.ts';
import { isTooDeep, violationsOfInput } from '../contract/violations-of-input.ts';
import { findLanguage } from '../read-definition.ts';
import { type MovedRun, movedRun, runOf } from './moved-run.ts';
import { hashesOfEvent } from './payloads-of-event.ts';
import { digestOf, longestDocument, type RunDocument, runDocumentSchema } from './run-document.ts';

const input = z.strictObject({
  document: z
    .union([z.string().min(2).max(longestDocument), z.looseObject({})])
    .describe('What “runs.export” gave, as an object or as JSON text.'),
  idempotencyKey: keyField,
});

const name = 'runs.import';
/** Levels of nesting: more than any program or value has that the kernel takes. */
const deepestDocument = 1_000;

export const importRun: Operation<z.infer<typeof input>, MovedRun> = {
  name,
  scope: 'workflows:author',
  writes: true,
  input,
  async perform(principal, given, services) {
    const before = await findRepeated(services, principal, name, given);
    if (before !== undefined) return movedRun(services, principal, { run: before.id, repeated: true });
    const document = readDocument(given.document);
    refuse(checkSeals(document));
    const { entries, state } = playDocument(document);
    refuse(checkConnectors(services, state));
    const { tenant, subject: by } = principal;
    const contents = contentsOf(document);
    // The engine plays the journal before it commits, and finds large values in the store only.
    for (const content of contents) await services.store.contents.put(tenant, content, services.clock.now());
    const answer = await services.engine.adopt({
      tenant,
      by,
      workflow: { ...document.workflow, program: document.program },
      origin: { kind: 'import', run: document.run.id, at: entries.length },
      entries,
      contents,
      approvals: [],
      suspended: state.status === 'running',
      ...repeatableOf(name, given),
    });
    return movedRun(services, principal, runOf(answer));
  },
};

function readDocument(given: string | object): RunDocument {
  const value = typeof given === 'string' ? parse(given) : given;
  if (value === undefined || isTooDeep(value, deepestDocument)) {
    throw refusal([misfit('document', 'malformed', 'The document is not JSON, or it was cut.')]);
  }
  const parsed = runDocumentSchema.safeParse(value);
  if (!parsed.success) refuse(violationsOfInput(runDocumentSchema, value, parsed.error.issues));
  // Programs and events are held against their own rules by linking and playing them.
  return parsed.data as unknown as RunDocument;
}

/** What was changed or left out since it was exported. */
function checkSeals(document: RunDocument): readonly OperationViolation[] {
  const { workflow, events, payloads, digest } = document;
  const found: OperationViolation[] = [];
  const report = (path: string, rule: string, message: string, expected: string, actual: string): void => {
    found.push({ path, rule, message, expected, actual });
  };
  if (JSON.stringify(document).length > longestDocument) {
    report('document', 'too-large', 'The document is too large.', `${longestDocument} letters`, 'more');
    return found;
  }
  const computed = digestOf(document);
  if (computed !== digest) {
    const message = 'The digest does not fit: the document was changed or cut after it was exported.';
    report('document.digest', 'digest', message, computed, digest);
  }
  const revision = sha256(workflow.source);
  if (revision !== workflow.revision) {
    const message = 'The definition is not the one that its hash stands for.';
    report('document.workflow.revision', 'hash', message, revision, workflow.revision);
  }
  for (const [hash, text] of Object.entries(payloads)) {
    const actual = sha256(text);
    if (actual !== hash || parse(text) === undefined) {
      const message = 'A large value is not the one that its hash stands for.';
      report(`document.payloads.${hash}`, 'hash', message, hash, actual);
    }
  }
  for (const hash of new Set(events.flatMap(hashesOfEvent))) {
    if (Object.hasOwn(payloads, hash)) continue;
    report(`document.payloads.${hash}`, 'missing', 'A large value is missing.', hash, 'nothing');
  }
  return found.slice(0, 100);
}

interface Played {
  readonly entries: readonly JournalEntry[];
  readonly state: RunState;
}

/** The notes are those of the kernel, not of the document. */
function playDocument({ program, events, payloads, workflow, run }: RunDocument): Played {
  const evaluators = findLanguage(workflow.language)?.evaluators ?? {};
  const values = new Map(Object.entries(payloads).map(([hash, text]) => [hash, parse(text) ?? null]));
  const resolve = (hash: string): Json => {
    const value = values.get(hash);
    if (value === undefined) throw new UnresolvedError(`The value ${hash} is not in the document.`);
    return value;
  };
  const linked = guard('document.program', () => link(program, { evaluators, resolve }));
  if (linked.kind === 'problems') {
    throw refusal(
      linked.problems.map(({ code, net, task, message }) => ({
        path: ['document.program', net, task].filter((part) => part !== '').join('.'),
        rule: code,
        message,
        expected: 'a program that can be played',
        actual: 'one that cannot',
      })),
    );
  }
  const { machine } = linked;
  let state = machine.initial;
  const entries = events.map((event, at): JournalEntry => {
    const path = `document.events.${at}`;
    const step = guard(path, () => machine.advance(state, event));
    if (step.kind === 'rejection') throw refusal([misfit(path, step.code, step.message)]);
    state = step.state;
    return { seq: at + 1, event, notes: step.notes };
  });
  if (state.status !== run.status) {
    const message = `The journal leads to a run that is ${state.status}; the document says that it is ${run.status}.`;
    throw refusal([misfit('document.run.status', 'status', message)]);
  }
  return { entries, state };
}

/** What is malformed beyond what the kernel looks at may make it throw: that is the document's fault. */
function guard<Result>(path: string, play: () => Result): Result {
  try {
    return play();
  } catch {
    throw refusal([misfit(path, 'malformed', `“${path}” is malformed: it cannot be played.`)]);
  }
}

/** A run that goes on needs whoever performed its calls. */
function checkConnectors(
  { connectors }: Services,
  { status, bindings }: RunState,
): readonly OperationViolation[] {
  if (status !== 'running') return [];
  return Object.entries(bindings)
    .filter(([, connector]) => connectors.find(connector) === undefined)
    .map(([operation, connector]) => ({
      path: `document.events.0.bindings.${operation}`,
      rule: 'unknown-connector',
      message: `“${operation}” was performed by the connector “${connector}”, which is not there.`,
      expected: connector,
      actual: 'nothing',
    }));
}

function contentsOf({ payloads }: RunDocument): readonly Content[] {
  return Object.entries(payloads).map(([hash, text]) => ({ kind: 'payload', hash, text }));
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function misfit(path: string, rule: string, message: string): OperationViolation {
  return { path, rule, message, expected: 'a journal that can be played', actual: 'one that cannot' };
}

function refuse(violations: readonly OperationViolation[]): void {
  if (violations.length > 0) throw refusal(violations);
}

function refusal(violations: readonly OperationViolation[]): OperationError {
  return new OperationError({
    code: 'import_refused',
    category: 'validation',
    message: `The document cannot be imported: ${violations
      .slice(0, 5)
      .map(({ message }) => message)
      .join(' ')}`,
    suggestedAction: 'Export the run again, and send the document as it is.',
    violations,
  });
}
