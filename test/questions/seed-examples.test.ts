/**
 * Examples of the design of question flows: what they send is sent, what they show is compared by field and code. The
 * exceptions are data, with the reason. `test_hetzner_workflow_end_to_end` is in `end-to-end.test.ts`, over three clients.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { connectTestClient, type TestClient } from '../mcp/test-client.ts';
import { type Fields, type FlowServer, openFlowServer, shipped } from './flow-server.ts';
import {
  errorExamples,
  heldOf,
  type Otherwise,
  revisionOf,
  type SeedStage,
  seedFlows,
} from './seed-errors.ts';

let server: FlowServer;
let client: TestClient;

beforeAll(async () => {
  // The secret may be used, and has no value.
  server = await openFlowServer({ files: seedFlows, allowed: { HETZNER_API_TOKEN: [9] } });
  client = await connectTestClient('present, 2026', server.mcp);
});
afterAll(async () => {
  await client.close();
  await server.close();
});

const call: SeedStage['call'] = async (tool, input) => {
  const { value, isError } = await client.call(tool, input);
  if (isError) throw new Error(`${tool}: ${JSON.stringify(value)}`);
  return value;
};

const errorOf: SeedStage['errorOf'] = async (tool, input) => {
  const { value, isError } = await client.call(tool, input);
  if (!isError) throw new Error(`${tool} is not refused.`);
  return value['error'] as Fields;
};

const read = (text: string): Fields => JSON.parse(text);

describe('the errors', () => {
  const examples = errorExamples.map((example) => [example.title, example] as const);

  test.each(examples)('[Q6.1] %s', async (_, { shown, provoke, message, more = [] }) => {
    const example = read(shown)['error'] as Fields;
    const { error, otherwise = {} } = await provoke({ server, call, errorOf });
    expect(Object.keys(error).sort()).toEqual([...Object.keys(example), ...more].sort());
    for (const [field, value] of Object.entries(example)) {
      const exception = otherwise[field];
      if (field === 'message') expect(error[field]).toEqual(message);
      else expect([field, error[field]]).toEqual([field, exception === undefined ? value : exception.is]);
      // An exception that is none any more is removed.
      if (exception !== undefined) expect([field, exception.is]).not.toEqual([field, value]);
    }
  });

  const transport = {
    shown: `{
    "jsonrpc": "2.0",
    "error": {
        "code": -32700,
        "message": "Invalid JSON-RPC message: missing 'method' field"
    },
    "id": null
}`,
    code: {
      why: 'JSON-RPC has −32700 for what is no JSON, and −32600 for a request that is not valid',
      is: -32_600,
    } satisfies Otherwise,
  };

  test('[Q6.1][W6.2] a message without a method', async () => {
    const { error, ...more } = read(transport.shown);
    const { body } = await server.ask('POST /rpc', { jsonrpc: '2.0' });
    const data = expect.objectContaining({ message: '“method” must be the name of a method.' });
    expect(body).toEqual({ ...more, error: { code: transport.code.is, message: 'Invalid Request', data } });
    expect(Object(error).code).not.toBe(transport.code.is);
    // What is no JSON is the error of the example.
    const broken = await fetch(`${server.url}/rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc": "2.0", "method',
    });
    expect(await broken.json()).toMatchObject({ ...more, error: { code: Object(error).code } });
  });
});

/** What each tool takes and returns in the design; fields of the question after a dot. */
const tools = {
  start_workflow: {
    takes: ['workflow_id', 'workflow_dsl_path'],
    returns: [
      'session_id',
      'question',
      'question.id',
      'question.type',
      'question.prompt',
      'question.sensitive',
      'state_blob',
    ],
  },
  submit_answer: {
    takes: ['session_id', 'state_blob', 'answer_value', 'timestamp'],
    returns: ['question', 'question.id', 'question.type', 'question.prompt', 'state_blob', 'completed'],
  },
  restore_session: {
    takes: ['session_id', 'state_blob'],
    returns: [
      'question',
      'question.id',
      'question.type',
      'question.prompt',
      'question.default',
      'state_blob',
    ],
  },
  restart_workflow: {
    takes: ['workflow_id'],
    returns: [
      'session_id',
      'question',
      'question.id',
      'question.type',
      'question.prompt',
      'question.sensitive',
      'state_blob',
    ],
  },
} as const;

test('[Q3.2] the tools take what the design sends, and return what it shows', async () => {
  let session: Fields = {};
  const known: Fields = {
    ...{ workflow_id: 'servers', workflow_dsl_path: 'workflows/servers.yaml' },
    ...{ answer_value: '192.168.1.1', timestamp: 1_234_567_890 },
  };
  for (const [tool, { takes, returns }] of Object.entries(tools)) {
    const input = Object.fromEntries(takes.map((field) => [field, session[field] ?? known[field]]));
    const answer = await call(tool, input);
    const paths = [
      ...Object.keys(answer),
      ...Object.keys(Object(answer['question'])).map((name) => `question.${name}`),
    ];
    expect([tool, paths]).toEqual([tool, expect.arrayContaining([...returns])]);
    session = { ...session, ...heldOf(answer) };
  }
});

describe('the state of a session', () => {
  const shown = `{
    "session_id": "uuid-string",
    "workflow_id": "hetzner-setup",
    "workflow_version_hash": "sha256-hash",
    "current_question_id": "hetzner.server_ips",
    "feedback_history": [
        {
            "feedback_id": 0,
            "timestamp": 1234567890,
            "entry_id": "hetzner.api_token",
            "entry_data": {
                "type": "string",
                "value": "$HETZNER_API_TOKEN"  # Environment variable reference
            },
            "is_automatic": false,
            "is_sensitive": true
        }
    ],
    "level_stack": [
        {
            "stopped_at_entry_id": "parent.question",
            "stopped_at_entry_index": 2,
            "level_entries": ["parent.q1", "parent.q2", "parent.q3"],
            "planning_context": {}
        }
    ],
    "current_level": {
        "stopped_at_entry_id": "hetzner.server_ips",
        "stopped_at_entry_index": 1,
        "level_entries": ["hetzner.api_token", "hetzner.server_ips"],
        "planning_context": {}
    },
    "deferred_operations": [
        {
            "type": "adapter_activation",
            "feedback_id": 5,
            "adapter_name": "hetzner",
            "operation_data": {}
        }
    ],
    "feedback_proposals": []
}`;
  const otherwise = {
    entry: { why: 'the entry of the example is none of the entries of its level', is: 'parent.q3' },
    number: { why: 'the nested workflow begins after three answers, and the history has all', is: 3 },
    type: { why: 'an operation is one call: nothing is activated', is: 'adapter_operation' },
    contents: { why: 'the example leaves out what they contain', is: expect.any(Object) },
  } satisfies Readonly<Record<string, Otherwise>>;
  const schema = read(shown.replaceAll(/ +#.*$/gm, ''));

  /** Every field with the type of its value; entries of a list have the same. */
  const fieldsIn = (value: unknown, path = ''): readonly string[] => {
    if (Array.isArray(value))
      return [`${path}: list`, ...value.flatMap((each) => fieldsIn(each, `${path}[]`))];
    if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`];
    const inner = Object.entries(value).flatMap(([name, each]) =>
      fieldsIn(each, path === '' ? name : `${path}.${name}`),
    );
    return [`${path}: object`, ...inner];
  };

  test('[Q2.1] has every field of the design, with its type', async () => {
    let session = await call('start_workflow', { workflow_id: 'nested' });
    for (const answer_value of ['one', '2', 'true', '$HETZNER_API_TOKEN'])
      session = await call('submit_answer', { ...heldOf(session), answer_value, timestamp: 1_234_567_890 });
    const { state } = await call('restore_session', { ...heldOf(session), include_state: true });
    const found = fieldsIn(state);
    for (const field of fieldsIn(schema)) expect(found).toContain(field);
    const [child, parent, feedback, operation] = [
      Object(schema['current_level']),
      Object(schema['level_stack'])[0],
      Object(schema['feedback_history'])[0],
      Object(schema['deferred_operations'])[0],
    ];
    const { entry, number, type, contents } = otherwise;
    expect(state).toMatchObject({
      session_id: session['session_id'],
      workflow_version_hash: revisionOf(seedFlows['nested.yaml']),
      current_question_id: schema['current_question_id'],
      level_stack: [{ ...parent, stopped_at_entry_id: entry.is, planning_context: contents.is }],
      current_level: { ...child, planning_context: contents.is },
      deferred_operations: [
        { ...operation, type: type.is, feedback_id: number.is, operation_data: contents.is },
      ],
      feedback_proposals: schema['feedback_proposals'],
    });
    expect(Object(state).feedback_history[number.is]).toEqual({ ...feedback, feedback_id: number.is });
  });
});

describe('test_adapter_workflow_generation', () => {
  const adapters = ['hetzner', 'cilium', 'talos'];
  /** The types of the design. An adapter has one more: a text with JSON. */
  const mapping: Readonly<Record<string, string>> = {
    string: 'string',
    password: 'string',
    choice: 'choice',
    integer: 'integer',
    boolean: 'boolean',
    json: 'string',
  };
  interface Input {
    readonly name: string;
    readonly type: string;
  }

  test('[Q7.3] a workflow is generated from adapters', async () => {
    const inputs = new Map<string, readonly Input[]>();
    for (const name of adapters) inputs.set(name, parse(await shipped(`adapters/${name}.yaml`)).inputs);

    const { workflow_id, document } = await call('generate_workflow', { adapters });
    const workflow = parse(String(document));
    expect(workflow.workflow_id).toBe(workflow_id);
    expect(workflow.workflow_id).toMatch(/^adapters_/);
    const count = [...inputs.values()].reduce((sum, of) => sum + of.length, 0);
    expect(Object.keys(workflow.states)).toHaveLength(count);
    expect(count).toBe(13);
    // The design checks one of them.
    for (const [adapter, of] of inputs) {
      for (const { name, type } of of) {
        const id = `${adapter}.${name}`;
        expect([id, workflow.states[id]?.question.type]).toEqual([id, mapping[type]]);
      }
    }
  });
});
