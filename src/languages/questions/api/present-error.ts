/** Errors of question flows in the form of the design [Q6.1]. */
import type { Json } from '../../../kernel/index.ts';
import type { Values } from '../../facets.ts';
import type { ReportedError } from '../../language-api.ts';

export function presentError(error: ReportedError): Values {
  const { code, message } = error;
  const present = Object.hasOwn(forms, code) ? forms[code] : undefined;
  return present === undefined ? { code: code.toUpperCase(), message } : { message, ...present(error) };
}

type Form = (error: ReportedError) => Values;

const validation: Form = ({ message, violations: [first], context }) => ({
  code: 'VALIDATION_ERROR',
  message: first?.message ?? message,
  field: first?.path ?? of(context, 'question'),
  validation_rule: first?.rule ?? null,
});

const definition: Form = ({ violations: [first], context }) => ({
  code: 'WORKFLOW_DSL_ERROR',
  line_number: of(context, 'line') ?? first?.line ?? null,
  file: of(context, 'path') ?? of(context, 'workflow'),
});

const adapter: Form = ({ context }) => ({
  code: 'ADAPTER_ERROR',
  adapter_name: of(context, 'adapter'),
  cause: of(context, 'cause'),
  ...outcomeIn(context),
});

/** Of operations that failed at the end. */
const outcomeIn = ({ failedOperation: operation, undone }: ReportedError['context']): Values =>
  operation === undefined || undone === undefined ? {} : { operation, undone };

const forms: Readonly<Record<string, Form>> = {
  question_answer_refused: validation,
  invalid_input: validation,
  invalid_definition: definition,
  workflow_not_found: definition,
  session_refused: ({ context }) => ({
    code: 'SESSION_ERROR',
    session_id: of(context, 'session'),
    expected_version: of(context, 'expectedVersion'),
    actual_version: of(context, 'actualVersion'),
    reason: of(context, 'reason'),
  }),
  adapter_failed: adapter,
  adapter_not_found: adapter,
  secret_refused: ({ context }) => ({
    code: 'SECRET_ERROR',
    env_var: of(context, 'envVar'),
    field: of(context, 'question'),
    ...outcomeIn(context),
  }),
};

const of = (context: ReportedError['context'], name: string): Json => context[name] ?? null;
