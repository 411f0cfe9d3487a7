/**
 * Random flows that ask for secrets, copy them by automatic answers, and send them to a server: for choices, in
 * operations and in undos.
 */
import type { Random } from '../../src/testing/index.ts';

export interface SecretFlow {
  readonly id: string;
  /** Its document. */
  readonly source: string;
  /** In the order in which they are answered. */
  readonly questions: readonly SecretQuestion[];
  /** Calls for choices first, then each operation and its undo. */
  readonly calls: readonly SecretCall[];
}

export interface SecretQuestion {
  readonly id: string;
  readonly kind: 'secret' | 'copy' | 'text' | 'choice';
  /** The variable of a secret, and of its copies; empty for others. */
  readonly variable: string;
  /** Of a copy: the question whose answer it is. */
  readonly source?: string;
}

export interface SecretCall {
  readonly kind: 'choices' | 'operation' | 'undo';
  /** The question that it finds choices for, or the operation that it is or undoes. */
  readonly of: string;
  /** The choices of the document are offered if it fails. */
  readonly hasOwnChoices: boolean;
  readonly request: CallRequest;
  /** The questions whose answers it sends. */
  readonly sends: readonly SecretQuestion[];
}

/** The arguments of the call, with `${id}` in place of answers; or what a server received. */
export interface CallRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface SecretFlowOptions {
  readonly id: string;
  /** Address of the server that is called. */
  readonly base: string;
  readonly variable: () => string;
  readonly withChoices?: boolean;
}

export const ownChoice = 'the choice of the document';

export function secretFlow(random: Random, options: SecretFlowOptions): SecretFlow {
  const { id } = options;
  const questions = planQuestions(random, options);
  const call = (kind: SecretCall['kind'], of: string, known: readonly SecretQuestion[]): SecretCall => ({
    ...{ kind, of, hasOwnChoices: kind === 'choices' && random.chance(0.4) },
    ...randomRequest(random, `${options.base}/${id}/${kind}/${of}`, known),
  });
  const choices = questions.flatMap((question, at) =>
    question.kind === 'choice' ? [call('choices', question.id, questions.slice(0, at))] : [],
  );
  // In the order of their states, as they are performed.
  const places = Array.from({ length: random.between(1, 3) }, () => random.int(questions.length)).toSorted();
  const operations = places.map((at, index): PlannedOperation => {
    const operation = call('operation', `${random.pick(['op', 'shop.op-'])}${index}`, questions);
    return {
      at,
      operation,
      undo: random.chance(0.7) ? call('undo', operation.of, operation.sends) : undefined,
    };
  });
  const states = questions.map((question, at) => ({
    question: questionDocument(
      question,
      choices.find(({ of }) => of === question.id),
    ),
    operations: operations.filter((each) => each.at === at).map(operationDocument),
  }));
  const entrance = random.between(1, questions.length);
  const document = {
    ...{ version: '1.0.0', workflow_id: id },
    states: chained(states.slice(0, entrance), entrance < states.length ? { workflow: 'inner' } : {}),
    ...(entrance < states.length
      ? { workflows: { inner: { states: chained(states.slice(entrance)) } } }
      : {}),
  };
  return {
    ...{ id, questions, source: JSON.stringify(document) },
    calls: [
      ...choices,
      ...operations.flatMap(({ operation, undo }) => [operation, ...(undo === undefined ? [] : [undo])]),
    ],
  };
}

interface PlannedOperation {
  /** Index of its state. */
  readonly at: number;
  readonly operation: SecretCall;
  readonly undo: SecretCall | undefined;
}

function planQuestions(
  random: Random,
  { variable, withChoices = true }: SecretFlowOptions,
): readonly SecretQuestion[] {
  const questions: SecretQuestion[] = [{ id: 'token', kind: 'secret', variable: variable() }];
  const count = random.between(2, 7);
  while (questions.length < count) {
    const id = `${random.pick(['token', 'shop.api-key', 'a.b', 'Key_', 'deep.er.id-'])}${questions.length}`;
    const source = random.pick(questions.filter((each) => each.variable !== ''));
    questions.push(
      random.weighted<() => SecretQuestion>([
        [4, () => ({ id, kind: 'secret', variable: variable() })],
        [3, () => ({ id, kind: 'copy', variable: source.variable, source: source.id })],
        [2, () => ({ id, kind: 'text', variable: '' })],
        [withChoices ? 2 : 0, () => ({ id, kind: 'choice', variable: '' })],
      ])(),
    );
  }
  return questions;
}

/** At least one secret is sent. @param known the questions whose answers can be sent */
function randomRequest(random: Random, base: string, known: readonly SecretQuestion[]) {
  const secrets = known.filter(({ variable }) => variable !== '');
  const sends = [random.pick(secrets), ...random.shuffle(known).slice(0, random.int(3))];
  let url = base;
  const headers: Record<string, string> = {};
  const query: Record<string, string> = {};
  const body: Record<string, unknown> = {};
  for (const [at, { id, variable }] of sends.entries()) {
    const part = `part-${at}`;
    const reference = `\${${id}}`;
    random.pick([
      () => Object.assign(query, { [part]: reference }),
      () => Object.assign(body, { [part]: reference }),
      // Only secrets are mixed with the text of the author.
      ...(variable === '' ? [] : ['twice', 'inside', 'in a header', 'as credentials', 'in the path']).map(
        (place) => () => {
          if (place === 'twice') body[part] = { text: `before ${reference}, after ${reference}` };
          else if (place === 'inside') body[part] = [reference, { inner: [reference] }];
          else if (place === 'in a header') headers[`x-${part}`] = reference;
          else if (place === 'as credentials' && headers['authorization'] === undefined)
            headers['authorization'] = `Bearer ${reference}`;
          else url += `/${reference}`;
        },
      ),
    ])();
  }
  const method = random.pick(['POST', 'PUT', 'DELETE']);
  return { request: { method, url, headers, query, body }, sends };
}

function questionDocument({ id, kind, variable, source }: SecretQuestion, choices: SecretCall | undefined) {
  return {
    ...{ id, type: kind === 'choice' ? 'choice' : 'string', prompt: `What about ${id}?` },
    ...(kind === 'secret' ? { sensitive: true, env: variable } : {}),
    ...(source === undefined ? {} : { automatic_answer: `\${${source}}` }),
    ...(choices === undefined ? {} : { choices_from: { ...callDocument(choices), items: 'body.names' } }),
    ...(choices?.hasOwnChoices === true ? { validation: { choices: [ownChoice] } } : {}),
  };
}

const operationDocument = ({ operation, undo }: PlannedOperation) => ({
  ...{ id: operation.of, ...callDocument(operation) },
  ...(undo === undefined ? {} : { undo: callDocument(undo) }),
});

const callDocument = ({ request }: SecretCall) => ({ call: 'http', args: request });

/** States that lead to each other. @param more of the last one */
const chained = (states: readonly object[], more: object = {}) =>
  Object.fromEntries(
    states.map((state, at) => [
      `state ${at}`,
      { ...state, ...(at < states.length - 1 ? { next_state: `state ${at + 1}` } : more) },
    ]),
  );

/** The request that is sent for a call. @param textOf what takes the place of an answer */
export function requestFor({ request }: SecretCall, textOf: (question: string) => string): CallRequest {
  const fill = (part: unknown): unknown => {
    if (typeof part === 'string') return part.replaceAll(/\$\{([\w.-]+)\}/g, (_, id: string) => textOf(id));
    if (Array.isArray(part)) return part.map(fill);
    return Object.fromEntries(Object.entries(Object(part)).map(([key, each]) => [key, fill(each)]));
  };
  return fill(request) as CallRequest;
}
