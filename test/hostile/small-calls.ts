/** Small calls that a tenant makes while another one attacks. Each throws if its answer is wrong. */
import { equal, match } from 'node:assert/strict';
import { type HttpRequest, post, type Send, sendAndExpect, validate } from './attack.ts';

export interface SmallCall {
  readonly name: string;
  perform(send: Send, nth: number): Promise<void>;
}

const answerOf = async (send: Send, request: HttpRequest): Promise<Readonly<Record<string, unknown>>> =>
  JSON.parse((await sendAndExpect(send, request)).text);

const get = (path: string): HttpRequest => ({ method: 'GET', path });

export const smallCalls: readonly SmallCall[] = [
  {
    name: 'health',
    async perform(send) {
      await answerOf(send, get('/health'));
    },
  },
  {
    name: 'list workflows',
    async perform(send) {
      match(
        JSON.stringify(await answerOf(send, get('/v1/workflows'))),
        /"greet".*"Greeting"|"Greeting".*"greet"/s,
      );
    },
  },
  {
    name: 'validate',
    async perform(send, nth) {
      const source = `workflows: { small_${nth}: { graph: { a: { call: echo }, b: { call: echo, depends_on: [a] } } } }`;
      equal((await answerOf(send, validate(source)))['valid'], true);
    },
  },
  {
    name: 'start and get a run',
    async perform(send) {
      const body = { workflow: 'greet', params: { name: 'Ada' }, waitMs: 20_000 };
      const { run } = await answerOf(send, post('/v1/runs', body));
      const { status, output } = await answerOf(send, get(`/v1/runs/${run}`));
      equal(`${status}: ${output}`, 'completed: Hello, Ada!');
    },
  },
  {
    name: 'submit a case',
    async perform(send, nth) {
      const key = `small-${process.pid}-${nth}`;
      const body = { spec_id: 'Greeting', case_data: { name: 'Ada' }, idempotency_key: key };
      const { case_id: id } = await answerOf(send, post('/v1/cases', body));
      equal((await answerOf(send, get(`/v1/cases/${id}/status?wait_ms=20000`)))['status'], 'completed');
    },
  },
];
