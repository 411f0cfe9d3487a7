/** What must happen in a session of a flow that sends secrets: the answers, the requests, and what is refused. */
import { type CallRequest, ownChoice, requestFor, type SecretCall, type SecretFlow } from './secret-flow.ts';

export interface SecretOutcome {
  /** Of the questions that are asked. */
  readonly answers: Readonly<Record<string, string>>;
  /** In order, with the values of the secrets. */
  readonly requests: readonly CallRequest[];
  /** Null: all operations are performed. */
  readonly refused: RefusedSecret | null;
}

export interface RefusedSecret {
  readonly call: SecretCall;
  /** The first question, in the order of the document, whose secret cannot be sent. */
  readonly field: string;
  readonly variable: string;
}

/**
 * @param texts answers to questions that are no secrets
 * @param secretOf the value of a variable that may be sent; `undefined` if it may not
 * @param offered what a call for choices returns
 */
export function outcomeOf(
  { questions, calls }: SecretFlow,
  texts: (question: string) => string,
  secretOf: (variable: string) => string | undefined,
  offered: readonly string[],
): SecretOutcome {
  const answers: Record<string, string> = {};
  const requests: CallRequest[] = [];
  const sent = (id: string): string => {
    const variable = questions.find((each) => each.id === id)?.variable ?? '';
    return (variable === '' ? answers[id] : secretOf(variable)) ?? '';
  };
  const refusedOf = (call: SecretCall): RefusedSecret | null => {
    const bad = call.sends
      .map(({ variable }) => variable)
      .filter((name) => name !== '' && secretOf(name) === undefined);
    const first = questions.find(({ variable }) => bad.includes(variable));
    return first === undefined ? null : { call, field: first.id, variable: first.variable };
  };

  for (const { id, kind, variable } of questions) {
    const call = calls.find((each) => each.kind === 'choices' && each.of === id);
    const refused = call === undefined ? null : refusedOf(call);
    if (refused !== null && !refused.call.hasOwnChoices) return { answers, requests, refused };
    if (call !== undefined && refused === null) requests.push(requestFor(call, sent));
    const [choice = ''] = refused === null ? offered : [ownChoice];
    if (kind !== 'copy')
      answers[id] = kind === 'secret' ? `$${variable}` : kind === 'choice' ? choice : texts(id);
  }
  const undos: SecretCall[] = [];
  for (const operation of calls.filter(({ kind }) => kind === 'operation')) {
    const refused = refusedOf(operation);
    if (refused !== null)
      return { answers, requests: [...requests, ...undos.map((undo) => requestFor(undo, sent))], refused };
    requests.push(requestFor(operation, sent));
    undos.unshift(...calls.filter(({ kind, of }) => kind === 'undo' && of === operation.of));
  }
  return { answers, requests, refused: null };
}
