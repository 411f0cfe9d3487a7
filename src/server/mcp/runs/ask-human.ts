/**
 * Converts the questions of a run to forms that a client shows to its user, and the content of a form to the answer
 * of the work item.
 */
import type { ElicitRequestFormParams, ElicitResult, InputRequest } from '@modelcontextprotocol/server';
import type { Json } from '../../../kernel/index.ts';
import {
  formKindOf,
  type ItemView,
  type Principal,
  presentItem,
  type RunView,
  takesNothing,
} from '../../../operations/index.ts';
import type { JsonObject } from '../contract/tool.ts';

type FormSchema = ElicitRequestFormParams['requestedSchema'];
type FormField = FormSchema['properties'][string];

/** Field of the form for an item that accepts any value. */
const freeAnswerField = 'answer';

/** The part of a question that a form needs. */
export type FormQuestion = Pick<ItemView, 'item' | 'reason' | 'message' | 'expects' | 'answerSchema'>;

/** Maximum number of forms at once. */
const maxQuestions = 20;

/** All that a user may answer; or only what the principal, which is not a person, may not. */
export type QuestionFilter = 'all' | 'people';

/**
 * Returns the open questions of a run that the user of this principal may answer in a form: as a person only if the
 * principal may speak for one [P4.3]. A step that the agent does itself is not a question.
 */
export function formQuestionsOf(
  run: RunView,
  principal: Principal,
  questionFilter: QuestionFilter = 'all',
): readonly FormQuestion[] {
  const items = run.waitingFor.filter((wait) => wait.kind === 'item');
  const asked = items.filter(
    (item) => presentItem(item)?.isStep !== true && (questionFilter === 'all' || !item.mayAnswer),
  );
  const offered = asked.filter(({ mayAnswer, personMayAnswer }) =>
    formKindOf(principal) === 'person' ? personMayAnswer : mayAnswer,
  );
  const own = offered.filter(({ holder }) => holder === '' || holder === principal.subject);
  return own.filter(({ reason }) => isForHumans(reason, run)).slice(0, maxQuestions);
}

/**
 * A call with an unknown outcome is for an operator, who knows more than a form can show. A suspended run takes no
 * answers.
 */
function isForHumans(reason: FormQuestion['reason'], { state }: RunView): boolean {
  return reason === 'approval' || (reason === 'work' && state !== 'suspended');
}

/** @param problem what was wrong with the previous answer */
export function formOf(item: FormQuestion, problem?: string): InputRequest {
  return { method: 'elicitation/create', params: formParams(item, problem) };
}

export function formParams(item: FormQuestion, problem?: string): ElicitRequestFormParams {
  const message = problem === undefined ? item.message : `${problem}\n\n${item.message}`;
  return { mode: 'form', message, requestedSchema: schemaOf(item) };
}

function schemaOf(question: FormQuestion): FormSchema {
  const { reason, expects, answerSchema } = question;
  if (reason === 'approval') {
    const approved = { type: 'boolean', title: 'Approve', description: 'Whether it may continue.' } as const;
    return { type: 'object', properties: { approved }, required: ['approved'] };
  }
  if (expects.length === 0 && !takesNothing(question)) {
    const answer = { type: 'string', title: 'Answer' } as const;
    return { type: 'object', properties: { [freeAnswerField]: answer }, required: [freeAnswerField] };
  }
  const schemas = propertiesOf(answerSchema);
  return {
    type: 'object',
    properties: Object.fromEntries(expects.map(({ name }) => [name, fieldOf(schemas[name] ?? {})])),
    required: expects.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** Forms are flat: a value that is not plain is entered as JSON. */
function fieldOf(schema: JsonObject): FormField {
  const { description, default: initial } = schema;
  const type = typeOf(schema);
  const descriptionText = typeof description === 'string' ? description : undefined;
  const about = descriptionText === undefined ? {} : { description: descriptionText };
  switch (type) {
    case 'boolean':
      return { type, ...about, ...(typeof initial === 'boolean' ? { default: initial } : {}) };
    case 'integer':
    case 'number': {
      const { minimum, maximum } = schema;
      return {
        type,
        ...about,
        ...(typeof minimum === 'number' ? { minimum } : {}),
        ...(typeof maximum === 'number' ? { maximum } : {}),
        ...(typeof initial === 'number' ? { default: initial } : {}),
      };
    }
    case 'string': {
      const { format } = schema;
      const form = format === 'date' || format === 'date-time' ? ({ format } as const) : {};
      const choices = schema['enum'];
      if (Array.isArray(choices) && choices.every((each) => typeof each === 'string')) {
        const usual = typeof initial === 'string' ? { default: initial } : {};
        return { type, ...about, enum: choices, ...usual };
      }
      return { type, ...about, ...form, ...(typeof initial === 'string' ? { default: initial } : {}) };
    }
    default: {
      const asJson = descriptionText === undefined ? 'As JSON.' : `${descriptionText} As JSON.`;
      return {
        type: 'string',
        description: asJson,
        ...(initial === undefined ? {} : { default: JSON.stringify(initial) }),
      };
    }
  }
}

/** A form supports one of several types. */
const typeOf = ({ type }: JsonObject): Json | undefined => (Array.isArray(type) ? type[0] : type);

export type HumanAnswer =
  /** Input of `items.complete`. */
  | { readonly kind: 'answer'; readonly output: Json; readonly texts: Readonly<Record<string, string>> }
  /** The user refused to answer. */
  | { readonly kind: 'declined' }
  /** The user dismissed the form without a choice. */
  | { readonly kind: 'dismissed' };

/** Validates external content: invalid content counts as a form without a choice. */
export function readAnswer(item: FormQuestion, response: unknown): HumanAnswer {
  if (!isElicitResult(response) || response.action === 'cancel') return { kind: 'dismissed' };
  if (response.action === 'decline') return { kind: 'declined' };
  const content = response.content ?? {};
  if (item.reason === 'approval') {
    return content['approved'] === true
      ? { kind: 'answer', output: { approved: true }, texts: {} }
      : { kind: 'declined' };
  }
  if (item.expects.length === 0 && !takesNothing(item)) {
    return { kind: 'answer', output: content[freeAnswerField] ?? null, texts: {} };
  }
  const schemas = propertiesOf(item.answerSchema);
  const entries = Object.entries(content).filter(([, value]) => value !== undefined && value !== null);
  const typed = entries.filter(([name, value]) => typeof value === 'string' && !isPlain(schemas[name] ?? {}));
  const rest = entries.filter((entry) => !typed.includes(entry));
  return {
    kind: 'answer',
    output: Object.fromEntries(rest) as JsonObject,
    texts: Object.fromEntries(typed) as Record<string, string>,
  };
}

const isPlain = (schema: JsonObject): boolean =>
  ['boolean', 'integer', 'number', 'string'].includes(String(typeOf(schema)));

function isElicitResult(value: unknown): value is ElicitResult {
  if (typeof value !== 'object' || value === null || !('action' in value)) return false;
  const { action } = value;
  if (action === 'decline' || action === 'cancel') return true;
  if (action !== 'accept') return false;
  return !('content' in value) || (typeof value.content === 'object' && !Array.isArray(value.content));
}

function propertiesOf(schema: Json): { readonly [name: string]: JsonObject } {
  const properties =
    typeof schema === 'object' && schema !== null && 'properties' in schema ? schema['properties'] : {};
  // Created by `answerSchema` of the operations.
  return (properties ?? {}) as { readonly [name: string]: JsonObject };
}
