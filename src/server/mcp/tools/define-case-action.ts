/** Defines a tool that performs one action on a run and returns the run as a case. */
import { z } from 'zod';
import type { MovedRun } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import type { Tool } from '../contract/tool.ts';
import { caseAnswer, presentCase } from '../present/present-case.ts';
import { caseField, caseSpellings, keyField, waitField } from './tool-fields.ts';

interface CaseActionTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly operation: string;
  readonly aliases: readonly string[];
}

export const defineCaseAction = ({ name, title, description, operation, aliases }: CaseActionTool): Tool =>
  defineTool({
    name,
    title,
    toolset: 'cases',
    isUsual: false,
    terms: 'cases',
    description,
    operations: [operation],
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    input: z.strictObject({
      case_id: caseField,
      wait_ms: waitField(0, 'the run ends or needs an answer'),
      idempotency_key: keyField,
    }),
    spellings: caseSpellings,
    output: caseAnswer,
    aliases,
    async perform({ case_id: run, wait_ms: waitMs, idempotency_key: key }, call) {
      const operationInput = { run, waitMs, ...(key === undefined ? {} : { idempotencyKey: key }) };
      return presentCase(await call.perform<MovedRun>(operation, operationInput));
    },
  });
