/** A guide that covers all parts of a session, a fixture that serves it, and an agent that follows it over MCP. */
import type { Principal } from '../../src/operations/index.ts';
import { ann, fixtureUrl, type McpFixture, openMcpFixture } from '../mcp/mcp-fixture.ts';
import {
  connectTestClient,
  type TestCallResult,
  type TestClient,
  type TestClientOptions,
} from '../mcp/test-client.ts';

/** Plan (with criteria), a loop over parts, a release that a person confirms, and an announcement. */
export const shipping = `id: ship-it
name: Ship it
description: Takes a change to its users.
version: 1.0.0
steps:
  - id: plan
    title: Plan the change
    prompt: Plan {{goal}}.
    validationCriteria:
      - { type: contains, value: risk, message: Name the risks. }
      - { type: length, min: 20, message: Say more. }
      - type: contains
        value: way back
        message: Large changes need a way back.
        condition: { var: size, equals: large }
  - id: parts
    type: loop
    title: Every part
    loop: { type: forEach, items: parts, maxIterations: 10, itemVar: part }
    body:
      - id: build-part
        title: Build a part
        prompt: Build {{part}}.
      - id: test-part
        title: Test a part
        prompt: Test {{part}}.
        runCondition: { var: careful, equals: true }
  - id: release
    title: Release the change
    prompt: Release it.
    requireConfirmation: true
  - id: tell
    title: Tell people
    prompt: Tell them.
`;

/** A plan that meets the criteria. */
export const goodPlan = 'The only risk is that nobody notices.';

export type Fields = Readonly<Record<string, unknown>>;

export const person: Principal = { ...ann, subject: 'petra', kind: 'person' };

export const openSessions = (): Promise<McpFixture> => openMcpFixture(shipping);

export interface GuidedSessions {
  readonly fixture: McpFixture;
  readonly agent: GuidedAgent;
  close(): Promise<void>;
}

/** The fixture with an agent. */
export async function openGuidedSessions(): Promise<GuidedSessions> {
  const fixture = await openSessions();
  const agent = await guideAgent(fixture);
  return {
    fixture,
    agent,
    async close() {
      await agent.guest.close();
      await fixture.close();
    },
  };
}

/** Follows guides: every answer contains the next step. */
export interface GuidedAgent {
  readonly guest: TestClient;
  /** @returns the answer with the first step */
  start(context?: object): Promise<Fields>;
  /** Answers the only open step. */
  done(answer: Fields, output?: unknown): Promise<Fields>;
  /** A separate run, advanced to the confirmation of its release. */
  toConfirmation(): Promise<Fields>;
}

export async function guideAgent(
  fixture: McpFixture,
  options: TestClientOptions = {},
  kind = 'present, 2026' as const,
): Promise<GuidedAgent> {
  return guidedBy(await connectTestClient(kind, fixtureUrl, { ...options, fetch: fixture.as(ann) }));
}

export function guidedBy(guest: TestClient): GuidedAgent {
  const start = async (context: object = {}): Promise<Fields> =>
    answerOf(await guest.call('workflow_run', { workflow_id: 'ship-it', inputs: { context } }));
  const done = async (answer: Fields, output?: unknown): Promise<Fields> =>
    answerOf(
      await guest.call('workitems_complete', {
        workitem_id: itemOf(answer),
        ...(output === undefined ? {} : { output_data: output }),
      }),
    );
  return {
    guest,
    start,
    done,
    async toConfirmation() {
      const first = await start({ parts: [] });
      return done(await done(first, goodPlan), 'Released.');
    },
  };
}

function answerOf({ isError, value, text }: TestCallResult): Fields {
  if (isError) throw new Error(text);
  return value;
}

/** The first open step after an answer. */
export function firstOpenItem(answer: Fields): Fields {
  const [first = answer] = (answer['work_items'] ?? []) as readonly Fields[];
  return first;
}

/** Tools of runs and of cases have different names for the same ids. */
const eitherOf = (fields: Fields, ...names: readonly string[]): unknown =>
  fields[names.find((name) => name in fields) ?? ''];

export const itemOf = (answer: Fields): string =>
  String(eitherOf(firstOpenItem(answer), 'work_item_id', 'workitem_id'));

export const stepOf = (answer: Fields): unknown => eitherOf(firstOpenItem(answer), 'step_id', 'task_name');

export const runOf = (answer: Fields): unknown => eitherOf(answer, 'run_id', 'case_id');

/** The progress of the run, to check that a refused request changes nothing. */
export const eventsOf = async (fixture: McpFixture, answer: Fields): Promise<unknown> =>
  (await fixture.operate('runs.get', { run: runOf(answer) }))['seq'];
