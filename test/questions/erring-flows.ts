/** Documents for each error of question flows: those that cannot be begun are in `wrong`. */

export const flow = (id: string, states: string): string =>
  `version: "1.0.0"\nworkflow_id: ${id}\nstates:\n${states}`;
export const asking = (id: string, type: string, more = ''): string =>
  `{ question: { id: ${id}, type: ${type}, prompt: Which?${more} } }\n`;
const secret = ', sensitive: true, env: HETZNER_API_TOKEN';
const authorized = `headers: { Authorization: "Bearer \${hetzner.api_token}" }`;
const adapter = (name: string, provided: string, required: string): string => `adapter: ${name}
version: 1.0.0
provides: [{ capability: ${provided}, version: v1 }]
requires: [{ capability: ${required}, version: v1 }]
inputs: [{ name: size, type: integer, prompt: How many? }]
no_operations: It only asks.
`;

export const erringFlows: Readonly<Record<string, string>> = {
  'count.yaml': flow(
    'count',
    `  a: ${asking('hetzner.count', 'integer', ', validation: { min_value: 1, max_value: 9 }')}`,
  ),
  'size.yaml': flow('size', `  a: ${asking('size', 'choice', ', validation: { choices: [small, large] }')}`),
  'address.yaml': flow(
    'address',
    `  a: ${asking('hetzner.server_ip', 'string', ', validation: { regex: "^[0-9.]+$" }')}`,
  ),
  'rule.yaml': flow(
    'rule',
    `  a: ${asking('size.most', 'integer', `, validation: { rule: "\${size.most} > 5" }`)}`,
  ),
  'token.yaml': flow('token', `  a: ${asking('hetzner.api_token', 'string', secret)}`),
  'list.yaml': flow(
    'list',
    `  a: { question: { id: hetzner.api_token, type: string, prompt: Which?${secret} }, next_state: b }
  b: ${asking('hetzner.image', 'choice', `, choices_from: { call: http, args: { url: "http://127.0.0.1:9", ${authorized} } }`)}`,
  ),
  'sent.yaml': flow(
    'sent',
    `  a:
    question: { id: hetzner.api_token, type: string, prompt: Which?${secret} }
    operations:
      - { id: hetzner.one, call: echo, args: {}, undo: { call: echo, args: {} } }
      - { id: hetzner.two, call: http, args: { url: "http://127.0.0.1:9", ${authorized} } }
`,
  ),
  'down.yaml': flow(
    'down',
    `  a: ${asking('nats.version', 'choice', ', choices_from: { call: fail, args: { message: No list today. } }')}`,
  ),
  'failing.yaml': flow(
    'failing',
    `  a:
    question: { id: nats.name, type: string, prompt: Which? }
    operations:
      - { id: nats.one, call: echo, args: {}, undo: { call: echo, args: {} } }
      - { id: nats.two, call: fail, args: { message: No stream today. } }
`,
  ),
  'tick.yaml': adapter('tick', 'ticks', 'tocks'),
  'tock.yaml': adapter('tock', 'tocks', 'ticks'),
  'wrong/twice.yaml': flow('twice', `  a: ${asking('a', 'string')}  a: ${asking('b', 'string')}`),
  'wrong/key.yaml': flow('key', `  a: ${asking('a', 'string')}  b:\n    next_state: a\n`),
  'wrong/condition.yaml': `${flow('condition', `  a: ${asking('a', 'string')}  b: ${asking('b', 'string')}`)}transitions:
  - { from_state: a, to_state: b, condition: "\${a} ==" }
`,
  'wrong/syntax.yaml': flow(
    'syntax',
    `  a: ${asking('a', 'string')}  b: { question: { id: b, type: string\n`,
  ),
};
