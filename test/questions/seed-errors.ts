/** The errors of the design as it shows them, the flows that lead to them, and our differences with the reason. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Fields, FlowServer } from './flow-server.ts';

const address = String.raw`^[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}$`;
const token =
  '{ id: hetzner.api_token, type: string, prompt: Which token?, sensitive: true, env: HETZNER_API_TOKEN }';

export const seedFlows = {
  'servers.yaml': `version: "1.0.0"
workflow_id: servers
states:
  hetzner.server_ip: { question: { id: hetzner.server_ip, type: string, prompt: Which address?, validation: { regex: '${address}' } }, next_state: hetzner.count }
  hetzner.count: { question: { id: hetzner.count, type: integer, prompt: How many? } }
`,
  'images.yaml': `version: "1.0.0"
workflow_id: images
states:
  hetzner.api_token: { question: ${token}, next_state: hetzner.image }
  hetzner.image:
    question:
      id: hetzner.image
      type: choice
      prompt: Which image?
      choices_from: { call: http, args: { url: "http://127.0.0.1:9", headers: { Authorization: "Bearer \${hetzner.api_token}" } } }
`,
  'nested.yaml': `version: "1.0.0"
workflow_id: nested
states:
  parent.q1: { question: { id: parent.q1, type: string, prompt: First? }, next_state: parent.q2 }
  parent.q2: { question: { id: parent.q2, type: integer, prompt: Second? }, next_state: parent.q3 }
  parent.q3: { question: { id: parent.q3, type: boolean, prompt: Third? }, workflow: hetzner-setup }
workflows:
  hetzner-setup:
    states:
      hetzner.api_token:
        question: ${token}
        operations: [{ id: hetzner.create_network, call: echo, args: {} }]
        next_state: hetzner.server_ips
      hetzner.server_ips: { question: { id: hetzner.server_ips, type: string, prompt: Which addresses? } }
`,
  // The second state of the name is on line 42, as in the example.
  'workflows/hetzner-setup.yaml': [
    ...['version: "1.0.0"', 'workflow_id: hetzner-setup', 'states:'],
    `  hetzner.api_token: { question: ${token} }`,
    ...Array.from({ length: 37 }, () => '  # More states.'),
    `  hetzner.api_token: { question: ${token} }\n`,
  ].join('\n'),
};

export interface SeedStage {
  readonly server: FlowServer;
  /** Throws if it is refused. */
  call(tool: string, input: Fields): Promise<Fields>;
  /** Throws if it is not refused. */
  errorOf(tool: string, input: Fields): Promise<Fields>;
}

export const heldOf = ({ session_id, state_blob }: Fields): Fields => ({ session_id, state_blob });

export const revisionOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export interface Otherwise {
  readonly why: string;
  /** The actual value. */
  readonly is: unknown;
}

export interface ErrorExample {
  readonly title: string;
  readonly shown: string;
  /** @returns the error, and what is known of it only now */
  provoke(
    stage: SeedStage,
  ): Promise<{ readonly error: Fields; readonly otherwise?: Readonly<Record<string, Otherwise>> }>;
  /** The text of the message is not compared where it is another one. */
  readonly message: unknown;
  /** Additional fields. */
  readonly more?: readonly string[];
}

export const errorExamples: readonly ErrorExample[] = [
  {
    title: 'validation',
    shown: String.raw`{
    "error": {
        "code": "VALIDATION_ERROR",
        "message": "Answer must match pattern: ^[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}$",
        "field": "hetzner.server_ip",
        "validation_rule": "regex"
    }
}`,
    async provoke({ call, errorOf }) {
      const session = await call('start_workflow', { workflow_id: 'servers' });
      return { error: await errorOf('submit_answer', { ...heldOf(session), answer_value: 'localhost' }) };
    },
    message: `Answer must match pattern: ${address}`,
  },
  {
    title: 'a workflow with mistakes',
    shown: `{
    "error": {
        "code": "WORKFLOW_DSL_ERROR",
        "message": "Duplicate state ID: hetzner.api_token",
        "line_number": 42,
        "file": "workflows/hetzner-setup.yaml"
    }
}`,
    provoke: async ({ errorOf }) => ({
      error: await errorOf('start_workflow', { workflow_id: 'hetzner-setup' }),
    }),
    message: '“hetzner-setup” has errors: line 42: “hetzner.api_token” is already defined on line 4.',
  },
  {
    title: 'a session of another version',
    shown: `{
    "error": {
        "code": "SESSION_ERROR",
        "message": "Workflow DSL version mismatch: session uses v1.0.0, current is v1.1.0",
        "session_id": "uuid-here",
        "expected_version": "v1.0.0",
        "actual_version": "v1.1.0"
    }
}`,
    async provoke({ server, call, errorOf }) {
      const [before, after] = [seedFlows['servers.yaml'], seedFlows['servers.yaml'].replace(address, '^1')];
      await server.ask('PUT /v1/documents/servers.yaml', { source: before, overwrite: true });
      const begun = await call('start_workflow', { workflow_id: 'servers' });
      const first = { ...heldOf(begun), answer_value: '192.168.1.1' };
      const session = await call('submit_answer', first);
      await server.ask('PUT /v1/documents/servers.yaml', { source: after, overwrite: true });
      const error = await errorOf('submit_answer', { ...heldOf(session), answer_value: '2' });
      await server.ask('PUT /v1/documents/servers.yaml', { source: before, overwrite: true });
      const why = 'a definition can change while its author leaves the version as it is: its content counts';
      return {
        error,
        otherwise: {
          session_id: { why: 'the example leaves it open', is: begun['session_id'] },
          expected_version: { why, is: revisionOf(before) },
          actual_version: { why, is: revisionOf(after) },
        },
      };
    },
    message: expect.stringMatching(/\S/),
    more: ['reason'],
  },
  {
    title: 'an adapter that does not exist',
    shown: `{
    "error": {
        "code": "ADAPTER_ERROR",
        "message": "Failed to load adapter: hetzner",
        "adapter_name": "hetzner",
        "cause": "Adapter module not found"
    }
}`,
    provoke: async ({ errorOf }) => ({
      error: await errorOf('start_workflow', { adapters: ['hetzner_robot'] }),
      otherwise: {
        adapter_name: { why: 'the adapter of the example exists', is: 'hetzner_robot' },
        cause: { why: 'adapters are documents here, not modules', is: 'Adapter not found' },
      },
    }),
    message: expect.stringMatching(/^Failed to load adapter: hetzner_robot\b/),
  },
  {
    title: 'a secret without a value',
    shown: `{
    "error": {
        "code": "SECRET_ERROR",
        "message": "Environment variable not set: HETZNER_API_TOKEN",
        "env_var": "HETZNER_API_TOKEN",
        "field": "hetzner.api_token"
    }
}`,
    async provoke({ call, errorOf }) {
      const session = await call('start_workflow', { workflow_id: 'images' });
      const answer_value = '$HETZNER_API_TOKEN';
      return { error: await errorOf('submit_answer', { ...heldOf(session), answer_value }) };
    },
    message: expect.stringContaining('the environment variable is not set'),
  },
];
