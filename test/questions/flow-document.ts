/** A question flow as its document has it: the parts of the format that random flows use. */

export type Scalar = string | number | boolean;

export interface FlowDocument extends LevelDocument {
  readonly version: string;
  readonly workflow_id: string;
  readonly title?: string;
  readonly workflows?: Readonly<Record<string, LevelDocument>>;
}

export interface LevelDocument {
  readonly states: Readonly<Record<string, StateDocument>>;
  readonly transitions?: readonly TransitionDocument[];
}

export interface TransitionDocument {
  readonly from_state: string;
  readonly to_state: string;
  readonly condition?: string;
}

export interface StateDocument {
  readonly question: QuestionDocument;
  readonly next_state?: string | null;
  readonly workflow?: string;
  readonly workflow_condition?: string;
  readonly operations?: readonly OperationDocument[];
}

export interface QuestionDocument {
  readonly id: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'choice';
  readonly prompt: string;
  readonly help_text?: string;
  readonly default?: Scalar;
  readonly validation?: ValidationDocument;
  readonly automatic_answer?: Scalar;
  readonly sensitive?: boolean;
  readonly env?: string;
  readonly choices_from?: ChoicesFromDocument;
}

export interface ValidationDocument {
  readonly regex?: string;
  readonly min_value?: number;
  readonly max_value?: number;
  readonly choices?: readonly string[];
  readonly format?: 'json';
  readonly rule?: string;
  readonly message?: string;
}

export interface ChoicesFromDocument {
  readonly call: string;
  readonly args: Readonly<Record<string, Scalar>>;
  readonly items?: string;
  readonly value?: string;
}

export interface OperationDocument {
  readonly id: string;
  readonly call: string;
  readonly args: Readonly<Record<string, Scalar>>;
  readonly if?: string;
  readonly undo?: { readonly call: string; readonly args: Readonly<Record<string, Scalar>> };
}

/** Of all levels, the states of the flow first. */
export const levelsOf = (flow: FlowDocument): readonly (readonly [id: string, level: LevelDocument])[] => [
  [flow.workflow_id, flow],
  ...Object.entries(flow.workflows ?? {}),
];

export const statesOf = (flow: FlowDocument): readonly StateDocument[] =>
  levelsOf(flow).flatMap(([, { states }]) => Object.values(states));

/** Whether a session of it becomes a run at its end. */
export const hasOperations = (flow: FlowDocument): boolean =>
  statesOf(flow).some(({ operations = [] }) => operations.length > 0);

export const questionsOf = (flow: FlowDocument): readonly QuestionDocument[] =>
  statesOf(flow).map(({ question }) => question);

/**
 * The variables that a question accepts; empty if it takes no secret. A copy of a secret is a secret.
 * @param copies of the question; they may copy one another
 */
export function variablesOf(
  flow: FlowDocument,
  question: QuestionDocument,
  copies: readonly string[] = [],
): readonly string[] {
  if (copies.includes(question.id)) return [];
  const own = question.sensitive === true ? [question.env ?? variableOf(question.id)] : [];
  const source = /^\$\{([\w.-]+)\}$/.exec(String(question.automatic_answer ?? ''))?.[1];
  const copied = questionsOf(flow).find(({ id }) => id === source);
  const more = copied === undefined ? [] : variablesOf(flow, copied, [...copies, question.id]);
  return [...new Set([...own, ...more])];
}

const variableOf = (id: string): string => id.replaceAll(/[^A-Za-z0-9]/g, '_').toUpperCase();
