/** A folder with question flows, in which `signalbox ask` is driven by prepared lines. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openScratch, type Scratch } from '../cli/open-scratch.ts';
import { openTestTerminal } from '../cli/open-test-terminal.ts';

const cities = 'Aachen Berlin Bonn Bremen Dresden Essen Halle Hamburg Kiel Leipzig Mainz Ulm'.split(' ');

const document = `version: "1.0.0"
workflow_id: open-shop
title: Open a shop
states:
  name:
    question:
      { id: name, type: string, prompt: What is its name?, help_text: Small letters., validation: { regex: '^[a-z]+$' } }
    next_state: city
  city:
    question: { id: city, type: choice, prompt: In which city?, validation: { choices: [${cities.join(', ')}] } }
    next_state: online
  online:
    question: { id: online, type: boolean, prompt: Is it online?, default: false }
    next_state: count
  count:
    question:
      { id: count, type: integer, prompt: How many rooms?, default: 3, validation: { min_value: 1, max_value: 9 } }
    next_state: label
  label:
    question: { id: label, type: string, prompt: Its label, automatic_answer: '\${name} + "-" + \${city}' }
    operations:
      - { id: shop.rent, call: echo, args: { rooms: '\${count}' } }
      - { id: shop.host, call: echo, args: { name: '\${name}' }, if: '\${online} == true' }
`;

const secretive = `version: "1.0.0"
workflow_id: log-in
states:
  user:
    question: { id: user, type: string, prompt: Who are you? }
    next_state: token
  token:
    question: { id: token, type: string, prompt: Which token?, sensitive: true, env: API_TOKEN }
    next_state: sure
  sure:
    question: { id: sure, type: boolean, prompt: Is it yours? }
`;

const listed = 'secrets: { API_TOKEN: { hosts: [api.example.com] } }\n';

const failing = `version: "1.0.0"
workflow_id: break-down
states:
  what:
    question: { id: what, type: string, prompt: What breaks? }
    operations:
      - { id: begin, call: echo, args: {}, undo: { call: echo, args: {} } }
      - { id: stop, call: fail, args: { message: 'broken: \${what}' } }
`;

/** @param files in addition, or in place of those that are there */
export function openAskScratch(files: Readonly<Record<string, string>> = {}) {
  const made = openScratch({
    'workflows/shop.yaml': document,
    'workflows/login.yaml': secretive,
    'workflows/break.yaml': failing,
    'data/connectors.yaml': listed,
    ...files,
  });
  const run = (args: readonly string[], overrides: Parameters<Scratch['run']>[1] = {}) =>
    made.run([...args, '--data', 'data'], overrides);
  const walk = async (
    args: readonly string[],
    typed: readonly (string | undefined)[],
    overrides: Parameters<Scratch['run']>[1] = {},
  ) => {
    const testTerminal = openTestTerminal(typed);
    const result = await run(['ask', ...args], { terminal: testTerminal.terminal, ...overrides });
    return { ...result, shown: testTerminal.shown(), prompts: testTerminal.prompts() };
  };
  const folder = join(made.folder, 'data', 'sessions');
  const stored = () => (existsSync(folder) ? readdirSync(folder) : []);
  return { ...made, run, walk, stored, sessions: folder };
}

export type AskScratch = ReturnType<typeof openAskScratch>;
