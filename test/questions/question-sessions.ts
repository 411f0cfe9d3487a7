/** Sessions of question flows over the operations of a real engine, as their client holds them. */
import type { Json } from '../../src/kernel/index.ts';
import { plainName } from '../../src/languages/index.ts';
import { OperationError } from '../../src/operations/contract/operation-error.ts';
import type { Principal } from '../../src/operations/contract/principal.ts';
import { renderError } from '../../src/operations/contract/render-error.ts';
import { registry } from '../../src/operations/registry.ts';
import type { Handler } from '../../src/testing/index.ts';
import { ann, type OperationsHarness, openOperationsHarness } from '../operations/operations-harness.ts';
import type { FlowDocument, Scalar } from './flow-document.ts';
import { lookup } from './lookup-choices.ts';

export interface Sealed {
  readonly session_id: string;
  readonly state_blob: string;
}

export interface Feedback {
  readonly feedback_id: number;
  readonly timestamp: number;
  readonly question_id: string;
  readonly prompt: string;
  readonly type: string;
  readonly value: Json;
  readonly is_automatic: boolean;
  readonly is_sensitive: boolean;
  readonly status: string;
}

export interface ShownQuestion {
  readonly id: string;
  readonly type: string;
  readonly prompt: string;
  readonly choices: readonly string[] | null;
  readonly default: Json;
  readonly accepts: readonly string[];
  readonly number: number;
  readonly remaining: number | null;
  readonly [field: string]: Json;
}

export interface Answer extends Sealed {
  readonly workflow_id: string;
  readonly question: ShownQuestion | null;
  readonly completed: boolean;
  readonly expires_at: string;
  readonly feedback_history: readonly Feedback[];
  readonly deferred_operations: readonly {
    readonly operation_id: string;
    readonly feedback_id: number;
    readonly status: string;
    readonly adapter_name: string;
  }[];
  readonly run_id: string | null;
  readonly run_status: string | null;
  readonly notifications: readonly {
    readonly method: string;
    readonly params: Readonly<Record<string, Json>>;
  }[];
  readonly state?: Readonly<Record<string, Json>>;
}

/** The error as the design has it. */
export interface DesignError {
  readonly code: string;
  readonly message: string;
  readonly [field: string]: Json;
}

export interface QuestionSessions {
  readonly harness: OperationsHarness;
  start(flow: string, more?: object, by?: Principal): Promise<Answer>;
  submit(
    sealed: Sealed,
    value: Scalar | { readonly value: Scalar },
    more?: object,
    by?: Principal,
  ): Promise<Answer>;
  /** With its readable state. */
  restore(sealed: Sealed, more?: object, by?: Principal): Promise<Answer>;
  back(sealed: Sealed, question?: string): Promise<Answer>;
  cancel(sealed: Sealed, by?: Principal): Promise<Answer>;
  complete(sealed: Sealed): Promise<Answer>;
  /** The error of a call. Throws if it is not refused, or if it fails by itself. */
  refused(call: Promise<unknown>): Promise<DesignError>;
  close(): Promise<void>;
}

const handlers: Readonly<Record<string, Handler>> = {
  lookup,
  make: ({ input }) => ({ kind: 'succeeded', output: { made: Object(input).number ?? null } }),
  unmake: () => ({ kind: 'succeeded', output: null }),
};

/** @param flows of all tests of a file */
export async function openQuestionSessions(
  flows: readonly FlowDocument[],
  own: Readonly<Record<string, Handler>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<QuestionSessions> {
  const documents = Object.fromEntries(flows.map((flow) => [`${flow.workflow_id}.json`, textOf(flow)]));
  const harness = await openOperationsHarness({ ...documents, ...files }, { ...handlers, ...own });
  const call = async (name: string, input: object, by: Principal = ann): Promise<Answer> =>
    (await harness.call(by, name, input)) as unknown as Answer;
  return {
    harness,
    start: (flow, more = {}, by = ann) => call('questions.start', { workflow_id: flow, ...more }, by),
    submit: (sealed, value, more = {}, by = ann) =>
      call('questions.submit', { ...held(sealed), answer_value: value, ...more }, by),
    restore: (sealed, more = {}, by = ann) =>
      call('questions.restore', { ...held(sealed), include_state: true, ...more }, by),
    back: (sealed, question) =>
      call('questions.back', {
        ...held(sealed),
        ...(question === undefined ? {} : { question_id: question }),
      }),
    cancel: (sealed, by = ann) => call('questions.cancel', held(sealed), by),
    complete: (sealed) => call('questions.complete', held(sealed)),
    refused: errorOf,
    close: () => harness.close(),
  };
}

export const textOf = (flow: FlowDocument): string => JSON.stringify(flow, null, 2);

export const held = ({ session_id, state_blob }: Sealed): Sealed => ({ session_id, state_blob });

async function errorOf(call: Promise<unknown>): Promise<DesignError> {
  const thrown: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof OperationError)) {
    throw new Error(thrown === undefined ? 'It was not refused.' : 'It failed by itself.', { cause: thrown });
  }
  return designErrorOf(thrown);
}

/** Every operation of the language presents its errors in the same way. */
const { presentError } = registry.get('questions.submit');

function designErrorOf({ details }: OperationError): DesignError {
  const { code, category, message, context = {}, violations = [] } = renderError(details, plainName);
  if (presentError === undefined) throw new Error('Its errors have no form of their own.');
  return presentError({ code, category, message, context, violations }) as unknown as DesignError;
}
