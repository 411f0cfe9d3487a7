/** Errors of question flows over every interface: each code has all fields of the design, with their values. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asking, erringFlows, flow } from './erring-flows.ts';
import { type Fields, type FlowServer, openFlowServer } from './flow-server.ts';
import { type Heard, type Interface, openInterfaces } from './interfaces.ts';

const revisionOf = (text: string): string => createHash('sha256').update(text).digest('hex');

let server: FlowServer;
let interfaces: readonly Interface[];

beforeAll(async () => {
  // The secret may be used, and has no value.
  server = await openFlowServer({ files: erringFlows, allowed: { HETZNER_API_TOKEN: [9] } });
  interfaces = await openInterfaces(server);
});
afterAll(async () => {
  for (const each of interfaces) await each.close();
  await server.close();
});

interface Provoked {
  readonly heard: Heard;
  /** The fields of the design. */
  readonly fields: Fields;
}
type Provoke = (each: Interface, at: number) => Promise<Provoked>;

const heldOf = ({ value: { session_id, state_blob } }: Heard) => ({ session_id, state_blob });

/** A call that needs no session. */
const calling =
  (tool: string, input: Fields, fields: Fields): Provoke =>
  async (each) => ({ heard: await each.call(tool, input), fields });

const beginning = (workflow_id: string, fields: Fields): Provoke =>
  calling('start_workflow', { workflow_id }, fields);

/** The first question of a flow is answered. */
const answering =
  (workflow_id: string, answer_value: string, fields: Fields): Provoke =>
  async (each) => {
    const first = await each.call('start_workflow', { workflow_id });
    return { heard: await each.call('submit_answer', { ...heldOf(first), answer_value }), fields };
  };

/** A session is restored with something else. */
const restoring =
  (input: Fields, reason: string): Provoke =>
  async (each) => {
    const sent = { ...heldOf(await each.call('start_workflow', { workflow_id: 'count' })), ...input };
    const versions = { expected_version: null, actual_version: null };
    return {
      heard: await each.call('restore_session', sent),
      fields: { session_id: sent.session_id, ...versions, reason },
    };
  };

const edited: Provoke = async (each, at) => {
  const id = `edited-${at}`;
  const textWith = (rules: string): string =>
    flow(
      id,
      `  a: { question: { id: a, type: string, prompt: Which?${rules} }, next_state: b }
  b: ${asking('b', 'string')}`,
    );
  const [before, after] = [textWith(''), textWith(', validation: { regex: "^a" }')];
  await server.save(`${id}.yaml`, before);
  const first = heldOf(await each.call('start_workflow', { workflow_id: id }));
  const second = heldOf(await each.call('submit_answer', { ...first, answer_value: 'x' }));
  await server.ask(`PUT /v1/documents/${id}.yaml`, { source: after, overwrite: true });
  const [expected_version, actual_version] = [revisionOf(before), revisionOf(after)];
  return {
    heard: await each.call('submit_answer', { ...second, answer_value: 'y' }),
    fields: { session_id: first.session_id, expected_version, actual_version, reason: 'outdated' },
  };
};

const unknown = { adapter_name: 'hetzer', cause: 'Adapter not found' };
const secret = { env_var: 'HETZNER_API_TOKEN', field: 'hetzner.api_token' };
const secretName = '$HETZNER_API_TOKEN';

/** By code: what is wrong, its `error_code`, and how it comes about. */
const errors: Readonly<Record<string, readonly (readonly [string, string, Provoke])[]>> = {
  VALIDATION_ERROR: (
    [
      ['count', 'many', 'hetzner.count', 'type'],
      ['address', 'a.b', 'hetzner.server_ip', 'regex'],
      ['count', '0', 'hetzner.count', 'min_value'],
      ['count', '10', 'hetzner.count', 'max_value'],
      ['size', 'huge', 'size', 'choices'],
      ['rule', '5', 'size.most', 'rule'],
    ] as const
  )
    .map(([id, answer, field, rule]): readonly [string, string, Provoke] => [
      `an answer against “${rule}”`,
      'question_answer_refused',
      answering(id, answer, { field, validation_rule: rule }),
    ])
    .concat([
      [
        'a missing field',
        'invalid_input',
        calling(
          'submit_answer',
          { session_id: 'run_1', answer_value: '1' },
          { field: 'state_blob', validation_rule: 'required' },
        ),
      ],
    ]),
  WORKFLOW_DSL_ERROR: (
    [
      ['a state that exists twice', 'twice', 5],
      ['a state without a question', 'key', 6],
      ['a condition that cannot be read', 'condition', 7],
      ['YAML that cannot be read', 'syntax', 5],
    ] as const
  )
    .map(([what, id, line_number]): readonly [string, string, Provoke] => [
      what,
      'WORKFLOW_VALIDATION_FAILED',
      beginning(id, { line_number, file: `wrong/${id}.yaml` }),
    ])
    .concat([
      [
        'a flow that does not exist',
        'workflow_not_found',
        beginning('none', { line_number: null, file: 'none' }),
      ],
    ]),
  SESSION_ERROR: [
    ['a state that is none', 'session_refused', restoring({ state_blob: 'sb1.cut' }, 'malformed')],
    ['a session that does not exist', 'session_refused', restoring({ session_id: 'uuid-here' }, 'foreign')],
    ['a definition that has changed', 'session_refused', edited],
  ],
  ADAPTER_ERROR: [
    [
      'a session of an adapter that does not exist',
      'adapter_not_found',
      calling('start_workflow', { adapters: ['hetzer'] }, unknown),
    ],
    [
      'a flow of an adapter that does not exist',
      'adapter_not_found',
      calling('generate_workflow', { adapters: ['hetzer'] }, unknown),
    ],
    [
      'an adapter that does not exist',
      'adapter_not_found',
      calling('describe_adapter', { adapter_name: 'hetzer' }, unknown),
    ],
    [
      'adapters that require each other',
      'adapter_failed',
      calling(
        'generate_workflow',
        { adapters: ['tick', 'tock'] },
        { adapter_name: 'tick', cause: expect.stringMatching(/tick.*tock/) },
      ),
    ],
    [
      'choices that cannot be fetched',
      'adapter_failed',
      beginning('down', { adapter_name: 'nats', cause: 'No list today.' }),
    ],
    [
      'an operation that fails',
      'adapter_failed',
      answering('failing', 'x', {
        ...{ adapter_name: 'nats', cause: 'No stream today.' },
        ...{ operation: 'nats.two', undone: 'nats.one' },
      }),
    ],
  ],
  SECRET_ERROR: [
    ['a secret in place of its name', 'secret_refused', answering('token', 'hunter2', secret)],
    ['choices whose secret has no value', 'secret_refused', answering('list', secretName, secret)],
    [
      'an operation whose secret has no value',
      'secret_refused',
      answering('sent', secretName, { ...secret, operation: 'hetzner.two', undone: 'hetzner.one' }),
    ],
  ],
};

describe.each(Object.entries(errors))('%s', (code, rows) => {
  test.each(rows)('[Q6.1] %s, over every interface (%s)', async (_, name, provoke) => {
    expect(interfaces).toHaveLength(7);
    for (const [at, each] of interfaces.entries()) {
      const { heard, fields } = await provoke(each, at);
      const { value, isError, notifications } = heard;
      expect([each.name, isError, value['error_code'], value['error']]).toEqual([
        ...[each.name, true, name],
        { code, message: expect.stringMatching(/\S/), ...fields },
      ]);
      // Its code is in `error` only, and no change of a session is told.
      const told = notifications.filter(({ method }) => method.startsWith('workflow/'));
      expect([each.name, 'code' in value, told]).toEqual([each.name, false, []]);
    }
  });
});
