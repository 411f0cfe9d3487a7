/**
 * Asks the user of a client with forms for the confirmation that an operation requires, and repeats the call with it
 * [O4.2]. Without forms, the client gets the refusal with its token. There is no run to wait for, and nothing to seal:
 * the token is sealed, and bound to the principal and the input.
 */
import { inputRequired } from '@modelcontextprotocol/server';
import { confirmTokenOf, OperationError, type Principal } from '../../../operations/index.ts';
import { describeError } from '../../errors/error-codes.ts';
import { confirmTokenFieldName } from '../contract/define-tool.ts';
import type { JsonObject, ToolOutcome } from '../contract/tool.ts';
import { elicit } from '../runs/ask-by-request.ts';
import { type FormQuestion, formOf, formParams, readAnswer } from '../runs/ask-human.ts';
import type { CallContext } from '../runs/call-context.ts';

/** How often a 2025 client is asked in one call: what was confirmed may change meanwhile. */
const maxForms = 5;
const formName = 'confirm';

/** Throws OperationError and ProtocolError. */
export async function performConfirmed(
  context: CallContext,
  perform: (input: JsonObject, principal: Principal) => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  const { tool, input, principal, client, request, stop } = context;
  if (tool.confirms !== true) return perform(input, principal);
  let token = tokenOfRound(context);
  for (let forms = 0; ; forms++) {
    try {
      if (token === undefined) return await perform(input, principal);
      const byForm = { ...principal, via: `form of ${client.name}`.trim() };
      return await perform({ ...input, [confirmTokenFieldName]: token }, byForm);
    } catch (error) {
      token = confirmTokenOf(error);
      if (token === undefined || !client.canAsk || forms === maxForms) throw error;
      const question = questionOf(String(describeError(error, '', tool.terms)['message']));
      if (client.era === 'modern') {
        const inputRequests = { [formName]: formOf(question) };
        return { kind: 'raw', result: inputRequired({ inputRequests, requestState: token }) };
      }
      const asked = request === null ? undefined : elicit({ request }, formParams(question), stop);
      const response = await asked?.catch(() => undefined);
      // The form could not be shown, or was not answered in time.
      if (response === undefined) throw error;
      refuseUnlessApproved(response);
    }
  }
}

/** The token that the user has confirmed; `undefined` in the first round. */
function tokenOfRound({ request }: CallContext): string | undefined {
  const token: unknown = request?.mcpReq.requestState();
  if (typeof token !== 'string') return undefined;
  refuseUnlessApproved(request?.mcpReq.inputResponses?.[formName]);
  return token;
}

/** The form is that of an approval. */
const questionOf = (message: string): FormQuestion => ({
  ...{ item: formName, reason: 'approval', message, expects: [], answerSchema: {} },
});

function refuseUnlessApproved(response: unknown): void {
  if (readAnswer(questionOf(''), response).kind === 'answer') return;
  throw new OperationError({
    code: 'confirmation_declined',
    message: 'The user was asked to confirm this call, and declined. Nothing was done.',
  });
}
