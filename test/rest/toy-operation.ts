/** One declaration, which nothing else knows: interfaces derive its route, its description, its verb and its tool. */
import { z } from 'zod';
import { type AnyOperation, createRegistry, registry } from '../../src/operations/index.ts';

const input = z.strictObject({
  to: z.string().min(1).max(20).describe('Whom to greet.'),
  times: z.int().min(1).max(3).default(1).describe('How often.'),
  isLoud: z.boolean().default(false).describe('In capital letters.'),
  titles: z.array(z.string()).max(5).default([]).describe('What comes before the name.'),
  style: z.record(z.string(), z.json()).optional().describe('How it looks.'),
});

const output = z.strictObject({ greeting: z.string(), style: z.record(z.string(), z.json()).nullable() });

const toy: AnyOperation = {
  name: 'greetings.send',
  scope: 'workflows:query',
  writes: false,
  summary: 'Sends a greeting.',
  rest: { method: 'POST', path: '/v1/greetings/{to}', tag: 'service' },
  verb: { name: 'greeting send', args: { to: 'NAME' } },
  tool: {
    name: 'greetings_send',
    title: 'Send a greeting',
    toolset: 'cases',
    description: 'Sends a greeting. Use it to greet somebody.',
    next: 'Wait for an answer.',
  },
  deadline: 'long',
  examples: [
    { input: { to: 'Ada', times: 2 }, output: { greeting: 'Hello, Ada! Hello, Ada!', style: null } },
  ],
  input,
  output,
  async perform(_principal, given) {
    const { to, times, isLoud, titles, style = null } = input.parse(given);
    const greeting = Array(times)
      .fill(`Hello, ${[...titles, to].join(' ')}!`)
      .join(' ');
    return { greeting: isLoud ? greeting.toUpperCase() : greeting, style };
  },
};

export const registryWithToy = createRegistry([...registry.names.map((name) => registry.get(name)), toy]);
