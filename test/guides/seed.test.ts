/** The examples of the design, played over every interface; answers are compared by field and code. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { differences } from './seed-differences.ts';
import { referenceExamples, type SeedExample } from './seed-examples.ts';
import { seedForms } from './seed-forms.ts';
import {
  type Answer,
  type Interfaces,
  openRpcInterfaces,
  type RpcInterfaces,
  rpcNames,
  type SendMessage,
  toolNames,
} from './seed-interfaces.ts';
import { sessionExamples } from './seed-session.ts';

let rpcInterfaces: RpcInterfaces;
let tools: Interfaces<(typeof toolNames)[number]>;

beforeAll(async () => {
  rpcInterfaces = await openRpcInterfaces();
  tools = await rpcInterfaces.openTools();
}, 60_000);

afterAll(async () => {
  await tools.close();
  await rpcInterfaces.close();
});

const examples = [...referenceExamples, ...sessionExamples].map(
  (example) => [example.title, example] as const,
);

/** @param shown the answer of the example, as far as this interface has it */
async function play(
  send: SendMessage,
  { request, otherwise = {} }: SeedExample,
  shown: object,
): Promise<void> {
  const found = differences(shown, await send(request));
  expect(Object.keys(found), JSON.stringify(found, null, 1)).toEqual(Object.keys(otherwise));
  for (const [path, { is }] of Object.entries(otherwise)) {
    expect(found[path]?.found).toEqual(is instanceof RegExp ? expect.stringMatching(is) : is);
  }
}

describe.each(rpcNames)('%s', (name) => {
  test.each(examples)('[U7.2] %s', (_title, example) =>
    play(rpcInterfaces.senderFor(name), example, JSON.parse(example.answer)),
  );

  test.each(seedForms)(
    '[U7.2] the form of an answer: $request',
    async ({ request, code, params, result }) => {
      const answer = (await rpcInterfaces.senderFor(name)(request)) as Answer;
      expect(answer.error?.code ?? null).toBe(code);
      const { params: before, ...message } = JSON.parse(request);
      const filled = JSON.stringify({ ...message, params: { ...before, ...params } });
      const { result: given } = (await rpcInterfaces.senderFor(name)(filled)) as Answer;
      for (const [path, type] of Object.entries(result)) {
        const found = valuesAt(given, path);
        expect([path, ...found.map((value) => typeof value)]).toEqual([path, ...found.map(() => type)]);
        expect([path, found.length > 0]).toEqual([path, true]);
      }
    },
  );
});

describe.each(toolNames)('%s', (name) => {
  test.each(examples)('[U7.2] %s', async (_title, example) => {
    // The result of a tool has no id, and its errors are results that contain the number.
    const { result, error } = JSON.parse(example.answer) as Answer;
    await play(
      tools.senderFor(name),
      example,
      error === undefined ? { result } : { error: { code: error.code } },
    );
  });
});

/** Every value at a path like `workflows[].id`. */
function valuesAt(value: unknown, path: string): readonly unknown[] {
  const steps = path.split(/\.|(?=\[\])/);
  return steps.reduce<readonly unknown[]>(
    (values, step) =>
      values.flatMap((each) =>
        step === '[]' ? (each as readonly unknown[]) : [(each as Record<string, unknown>)[step]],
      ),
    [value],
  );
}
