/**
 * Submits a case: starts a workflow under an idempotency key. The same key again returns exactly the same answer, from the
 * receipt of the start, regardless of the current state of the case.
 */

import { z } from 'zod';
import { hash, objectOf, text, timestamp } from '../../languages/output-fields.ts';
import type { Receipt, RunRecord } from '../../runtime/index.ts';
import { requireDone } from '../contract/engine-errors.ts';
import { isoTime } from '../contract/iso-time.ts';
import type { Operation } from '../contract/operation.ts';
import type { Principal } from '../contract/principal.ts';
import { findReceipt, performOrRepeat } from '../contract/repeatable.ts';
import type { Services } from '../contract/services.ts';
import { launch } from '../runs/launch.ts';
import { caseDataField, caseKeyField, caseXmlField, specField } from './case-fields.ts';
import { caseStatus, statusOfCase } from './case-status.ts';
import { getSpecification } from './get-specification.ts';
import { valuesOfXml } from './values-of-xml.ts';

const input = z.strictObject({
  spec_id: specField,
  case_data: caseDataField,
  case_xml: caseXmlField,
  idempotency_key: caseKeyField,
});

const output = objectOf({
  case_id: text('Id of the case.'),
  status: caseStatus,
  created_at: timestamp(),
  specification: z.exactOptional(
    objectOf(
      {
        spec_id: text(),
        version: text('As its author wrote it.'),
        revision: hash('SHA-256 of its document.'),
      },
      'The revision that the case is pinned to; absent if the case was removed since, or is at another replica.',
    ),
  ),
});

export type SubmittedCase = z.infer<typeof output>;

const name = 'cases.submit';

export const submitCase: Operation<z.infer<typeof input>, SubmittedCase> = {
  name,
  scope: 'workflows:launch',
  writes: true,
  answersFromReceipt: true,
  summary: 'Submits a case to a specification: starts a workflow once per idempotency key.',
  rest: {
    method: 'POST',
    path: '/v1/cases',
    tag: 'cases',
    status: 201,
    location: '/v1/cases/{case_id}/status',
  },
  examples: [
    { input: { spec_id: 'hello', case_data: { name: 'Ada' }, idempotency_key: 'agent-1-greeting-42' } },
  ],
  input,
  output,
  async perform(principal, given, services) {
    const { spec_id: spec, case_data: data, case_xml: xml, idempotency_key: key } = given;
    const request = { idempotencyKey: key, spec_id: spec, case_data: data, case_xml: xml };
    return performOrRepeat(services, principal, name, request, {
      async perform() {
        const runnable = await getSpecification(services, principal, spec);
        const values = xml === undefined ? data : valuesOfXml(runnable, data, xml);
        const answer = await launch(services, principal, {
          operation: name,
          input: request,
          runnable,
          given: { values, texts: {} },
          field: xml === undefined ? 'case_data' : 'case_xml',
        });
        const { run, repeated } = requireDone(answer);
        const first = repeated ? await findReceipt(services, principal, name, request) : undefined;
        return first === undefined ? answerOf(run) : answerFromReceipt(services, principal, first);
      },
      repeat: (receipt) => answerFromReceipt(services, principal, receipt),
    });
  },
};

const answerOf = (run: RunRecord): SubmittedCase => ({
  case_id: run.id,
  status: statusOfCase(run.status),
  created_at: isoTime(run.createdAt),
  specification: specificationOf(run),
});

async function answerFromReceipt(
  { store }: Services,
  { tenant }: Principal,
  { run: id, outcome, at }: Receipt,
): Promise<SubmittedCase> {
  const run = await store.runs.find(tenant, id);
  return {
    case_id: id,
    // The engine stored the status of the run at that time.
    status: statusOfCase(outcome as RunRecord['status']),
    created_at: isoTime(at),
    ...(run === undefined ? {} : { specification: specificationOf(run) }),
  };
}

const specificationOf = ({ workflow, version, revision }: RunRecord) => ({
  spec_id: workflow,
  version,
  revision,
});
