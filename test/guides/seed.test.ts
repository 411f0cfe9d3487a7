/** The design's examples, played as they stand there through every door; its answers are compared by field and code. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { differences } from './seed-differences.ts';
import { type Answer, type Doors, doorNames, openDoors } from './seed-doors.ts';
import { referenceExamples, type SeedExample } from './seed-examples.ts';
import { seedForms } from './seed-forms.ts';
import { sessionExamples } from './seed-session.ts';

let doors: Doors;

beforeAll(async () => {
  doors = await openDoors({});
}, 60_000);

afterAll(() => doors.close());

const isMcp = (name: string): boolean => name.startsWith('MCP');

/** What is shown, as this door answers: results of tools have neither version nor id, nor a message beside the error object. */
function shownBy(name: string, { answer }: SeedExample): object {
  const { jsonrpc, id, error, ...rest } = JSON.parse(answer) as Answer;
  const { message, ...coded } = error ?? { data: {} };
  if (isMcp(name)) return { ...rest, ...(error === undefined ? {} : { error: coded }) };
  return { jsonrpc, id, ...rest, ...(error === undefined ? {} : { error: { message, ...coded } }) };
}

describe.each(doorNames)('%s', (name) => {
  const all = [...referenceExamples, ...sessionExamples].map((example) => [example.title, example] as const);
  test.each(all)('[U7.2] %s', async (_title, example) => {
    const answer = await doors.door(name)(example.request);
    const found = differences(shownBy(name, example), answer);
    expect(Object.keys(found), JSON.stringify(found, null, 1)).toEqual(Object.keys(example.otherwise ?? {}));
  });

  test.each(seedForms)(
    '[U7.2] the form of an answer: $request',
    async ({ request, code, params, result }) => {
      const answer = (await doors.door(name)(request)) as Answer;
      expect(answer.error?.code ?? null).toBe(code);
      const { params: before, ...message } = JSON.parse(request);
      const filled = JSON.stringify({ ...message, params: { ...before, ...params } });
      const { result: given } = (await doors.door(name)(filled)) as Answer;
      for (const [path, type] of Object.entries(result)) {
        const found = valuesAt(given, path);
        expect([path, ...found.map((value) => typeof value)]).toEqual([path, ...found.map(() => type)]);
        expect([path, found.length > 0]).toEqual([path, true]);
      }
    },
  );
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
