import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, openToolFixture, type ToolFixture } from './tool-fixture.ts';

let fixture: ToolFixture;

beforeAll(async () => {
  fixture = await openToolFixture();
});

afterAll(() => fixture.close());

/** A pause, a question, a pause, and another question. */
const errand = `workflows:
  errand:
    graph:
      rest: { call: sleep, args: { ms: 300 } }
      first: { type: yield, depends_on: [rest], message: "Really delete \\"everything\\"?", expects: { sure: str } }
      more: { call: sleep, depends_on: [first], args: { ms: 300 } }
      second: { type: yield, depends_on: [more], message: "And the rest?", expects: { sure: str } }
      say: { call: echo, depends_on: [second], args: { text: $second.sure } }
    result: $say.text
`;

/** Does literally what “next” says, and nothing else. */
async function follow(
  first: Answer,
): Promise<{ readonly asked: string[]; readonly calls: number; readonly last: Answer }> {
  const asked: string[] = [];
  let last = first;
  let calls = 0;
  for (; last['next'] !== undefined && calls < 100; ) {
    const next = String(last['next']);
    const question = /^Ask the user: “(.*)”, then call (\w+) (\{.*\}) with their answer\.$/.exec(next);
    const look =
      /^Call (\w+) (\{.*?\}) until status is “completed” or “failed”, or input_required is true;/.exec(next);
    if (question !== null) {
      const [, message = '', tool = '', input = ''] = question;
      asked.push(message);
      last = await fixture.succeed(tool, { ...JSON.parse(input.replaceAll('…', '"yes"')), wait_ms: 0 });
      calls += 1;
    } else if (look !== null) {
      const [, tool = '', input = ''] = look;
      const isThere = ({ status, input_required }: Answer) =>
        status === 'completed' || status === 'failed' || input_required === true;
      do {
        last = await fixture.succeed(tool, JSON.parse(input));
        calls += 1;
      } while (!isThere(last) && calls < 100);
    } else throw new Error(`It says nothing to do: ${next}`);
  }
  return { asked, calls, last };
}

test('[P3.2][P4.1] an agent that follows “next” literally reaches the end, with few calls', async () => {
  const first = await fixture.succeed('workflow_run', { manifest_content: errand, wait_ms: 0 });
  expect(first).toMatchObject({ status: 'running' });
  const { asked, calls, last } = await follow(first);
  expect(asked).toEqual(['Really delete "everything"?', 'And the rest?']);
  // Independent of the last call.
  expect(last['output_data'] ?? last['result']).toBe('yes');
  expect(calls).toBeLessThanOrEqual(6);
});

test('[P3.2] while a run waits for a distant time, the agent is not told to poll', async () => {
  const { run_id: case_id } = await fixture.succeed('w_slow', { wait_ms: 0 });
  const status = await fixture.succeed('cases_status', { case_id });
  const [{ due }] = Object(status['waiting_for']);
  expect(status['next']).toMatch(`Nothing happens before ${due}: `);
});
