/** The tools of the test servers, for either package. */
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/v4';

/** State that outlives a request, for a server that is created for each one. */
const memory = { late: false, cancelled: 0, calls: 0, reservations: [], released: [] };

/**
 * @param server of either package
 * @param schema converts the shape of arguments for the package
 * @param announce notifies of a changed list
 */
export function addTools(server, schema, announce) {
  const answer = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });
  const add = (name, shape, more, run) =>
    server.registerTool(name, { description: `Does ${name}.`, inputSchema: schema(shape), ...more }, run);

  add(
    'add',
    { a: z.int(), b: z.int().optional() },
    { annotations: { readOnlyHint: true }, outputSchema: schema({ sum: z.int() }) },
    async ({ a, b }) => ({ ...answer({ sum: a + (b ?? 1) }), structuredContent: { sum: a + (b ?? 1) } }),
  );
  add('say', { text: z.string() }, {}, async ({ text }) => ({ content: [{ type: 'text', text }] }));
  add('several', {}, {}, async () => ({
    content: [
      { type: 'text', text: 'one' },
      { type: 'text', text: '{"two":2}' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    ],
  }));
  add('big', { mebibytes: z.int() }, {}, async ({ mebibytes }) => ({
    content: [{ type: 'text', text: 'x'.repeat(mebibytes * 1_048_576) }],
  }));
  add('nothing', {}, {}, async () => ({ content: [] }));
  add(
    'book',
    { what: z.string(), idempotency_key: z.string() },
    { annotations: { idempotentHint: true } },
    async (args, context) => {
      memory.calls += 1;
      const meta = context.mcpReq?._meta ?? context._meta;
      return answer({ ...args, meta: meta?.['com.signalbox/idempotency-key'], calls: memory.calls });
    },
  );
  add('refuse', { retryable: z.boolean().optional() }, {}, async ({ retryable }) => ({
    isError: true,
    content: [
      { type: 'text', text: JSON.stringify({ error: { message: 'sold out', retryable }, token: 'tok-1' }) },
    ],
  }));
  add('complain', {}, {}, async () => ({
    isError: true,
    content: [{ type: 'text', text: `no, with hunter2-secret ${'x'.repeat(2_000)}` }],
  }));
  for (const [name, annotations] of [
    ['die', {}],
    ['die_reading', { readOnlyHint: true }],
  ]) {
    add(name, {}, { annotations }, async () => {
      process.stderr.write('the last words, with hunter2-secret\n');
      process.kill(process.pid, 'SIGKILL');
      await pause(60_000);
    });
  }
  for (const [name, annotations] of [
    ['hang', {}],
    ['hang_reading', { readOnlyHint: true }],
  ]) {
    add(name, {}, { annotations }, async (_args, context) => {
      const signal = context.mcpReq?.signal ?? context.signal;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      memory.cancelled += 1;
      return answer({});
    });
  }
  add('reserve', { id: z.string() }, {}, async ({ id }) => {
    await new Promise((resolve) => memory.reservations.push(resolve));
    return answer({ id });
  });
  add('release', { id: z.string() }, {}, async ({ id }) => {
    memory.released.push(id);
    return answer('released');
  });
  /** Ends the calls of `reserve`, and says how many they were and what was released. */
  add('end_reservations', {}, {}, async () => {
    const waiting = memory.reservations.splice(0);
    for (const end of waiting) end();
    return answer({ waiting: waiting.length, released: memory.released });
  });
  add('cancelled', {}, { annotations: { readOnlyHint: true } }, async () => answer(memory.cancelled));
  add('surroundings', {}, {}, async () =>
    answer({
      names: Object.keys(process.env).sort(),
      token: process.env.TOKEN,
      folder: process.cwd(),
      pid: process.pid,
    }),
  );
  const addLate = () => add('late', {}, {}, async () => answer('late'));
  if (memory.late) addLate();
  add('grow', {}, {}, async () => {
    if (!memory.late) {
      memory.late = true;
      addLate();
      announce();
    }
    return answer('grown');
  });
}
