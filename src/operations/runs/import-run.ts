/**
 * A run made of an exported document [R7.2]. Everything in it is checked before anything is stored. Unless it has
 * ended it rests, because calls that were under way elsewhere may have been answered there: until it is resumed, and
 * until the answers that people are said to have given have been approved here.
 */
import { z } from 'zod';
import type { RunState } from '../../kernel/index.ts';
import type { Content } from '../../runtime/index.ts';
import { keyField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import type { OperationViolation } from '../contract/operation-error.ts';
import { findRepeated, repeatableOf } from '../contract/repeatable.ts';
import type { Services } from '../contract/services.ts';
import { type MovedRun, movedRun, runOf } from './moved-run.ts';
import { playDocument } from './play-document.ts';
import { readDocument } from './read-document.ts';
import { refuseDocument } from './refuse-document.ts';
import { longestDocument, type RunDocument } from './run-document.ts';

const input = z.strictObject({
  document: z
    .union([z.string().min(2).max(longestDocument), z.looseObject({})])
    .describe('What “runs.export” gave, as an object or as JSON text.'),
  idempotencyKey: keyField,
});

const name = 'runs.import';

export const importRun: Operation<z.infer<typeof input>, MovedRun> = {
  name,
  scope: 'workflows:author',
  writes: true,
  input,
  async perform(principal, given, services) {
    const before = await findRepeated(services, principal, name, given);
    if (before !== undefined) return movedRun(services, principal, { run: before.id, repeated: true });
    const document = readDocument(given.document);
    const { entries, state, approvals } = await playDocument(document);
    refuseDocument(checkConnectors(services, state));
    const { tenant, subject: by } = principal;
    const answer = await services.engine.adopt({
      tenant,
      by,
      workflow: { ...document.workflow, program: document.program },
      origin: { kind: 'import', run: document.run.id, at: entries.length },
      entries,
      contents: contentsOf(document),
      approvals,
      suspended: state.status === 'running',
      ...repeatableOf(name, given),
    });
    return movedRun(services, principal, runOf(answer));
  },
};

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
