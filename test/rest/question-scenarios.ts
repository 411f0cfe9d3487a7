/** Question sessions and adapters: a request that succeeds, and one that is refused. */
import type { OperationScenario } from './operation-scenario.ts';
import type { Answer, RestFixture } from './rest-fixture.ts';

interface State {
  readonly session_id: string;
  readonly state_blob: string;
}

const stateOf = (answer: Answer): State => ({
  session_id: answer.textAt('session_id'),
  state_blob: answer.textAt('state_blob'),
});

const begun = async (fixture: RestFixture): Promise<State> =>
  stateOf(await fixture.ask('POST /v1/question-sessions', { body: { workflow_id: 'hetzner-setup' } }));

const ask = (fixture: RestFixture, { session_id, ...state }: State, verb: string, more = {}) =>
  fixture.ask(`POST /v1/question-sessions/${session_id}/${verb}`, { body: { ...state, ...more } });

const answered = async (fixture: RestFixture): Promise<State> =>
  stateOf(await ask(fixture, await begun(fixture), 'answers', { answer_value: '$HETZNER_API_TOKEN' }));

const unknown: State = { session_id: 'run_00000000000000000000000000', state_blob: 'sb1.x' };

const sessionScenario = (
  verb: string,
  before: (fixture: RestFixture) => Promise<State>,
  more = {},
): OperationScenario => ({
  status: 200,
  done: async (fixture) => ask(fixture, await before(fixture), verb, more),
  code: 'session_refused',
  refused: (fixture) => ask(fixture, unknown, verb, more),
});

/** Its one question has an answer in advance. */
const adapterText = `adapter: parcel
version: 1.0.0
inputs: [{ name: name, type: string, prompt: "What name?" }]
no_operations: It only asks.
`;

async function reviewed(fixture: RestFixture): Promise<State> {
  await fixture.ask('PUT /v1/documents/made/parcel.yaml', { body: { source: adapterText } });
  const first = stateOf(await fixture.ask('POST /v1/question-sessions', { body: { adapters: ['parcel'] } }));
  return stateOf(await ask(fixture, first, 'answers', { answer_value: 'x', complete: false }));
}

export const questionScenarios: Readonly<Record<string, OperationScenario>> = {
  'questions.start': {
    status: 200,
    done: (fixture) => fixture.ask('POST /v1/question-sessions', { body: { workflow_id: 'hetzner-setup' } }),
    code: 'workflow_not_found',
    refused: (fixture) => fixture.ask('POST /v1/question-sessions', { body: { workflow_id: 'nowhere' } }),
  },
  'questions.restart': {
    status: 200,
    done: (fixture) =>
      fixture.ask('POST /v1/question-sessions/restart', { body: { workflow_id: 'hetzner-setup' } }),
    code: 'secret_refused',
    refused: (fixture) =>
      fixture.ask('POST /v1/question-sessions/restart', {
        body: { workflow_id: 'hetzner-setup', answers: { 'hetzner.api_token': 'plain' } },
      }),
  },
  'questions.submit': sessionScenario('answers', begun, { answer_value: '$HETZNER_API_TOKEN' }),
  'questions.restore': sessionScenario('restore', begun),
  'questions.back': sessionScenario('back', answered),
  'questions.complete': sessionScenario('complete', reviewed),
  'questions.cancel': sessionScenario('cancel', begun),
  'questions.generate': {
    status: 200,
    done: (fixture) => fixture.ask('POST /v1/question-flows', { body: { adapters: ['talos', 'hetzner'] } }),
    code: 'adapter_not_found',
    refused: (fixture) => fixture.ask('POST /v1/question-flows', { body: { adapters: ['nowhere'] } }),
  },
  'adapters.list': {
    status: 200,
    done: (fixture) => fixture.ask('GET /v1/adapters'),
    code: 'invalid_input',
    refused: (fixture) => fixture.ask('GET /v1/adapters?page=2'),
  },
  'adapters.describe': {
    status: 200,
    done: (fixture) => fixture.ask('GET /v1/adapters/argocd'),
    code: 'adapter_not_found',
    refused: (fixture) => fixture.ask('GET /v1/adapters/nowhere'),
  },
};
