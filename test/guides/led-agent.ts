/** A guide with all that a session has to do with, a lab that serves it, and an agent who is led through it over MCP. */
import type { Principal } from '../../src/operations/index.ts';
import { type Called, type Guest, type GuestOptions, invite } from '../mcp/guest.ts';
import { ann, type Lab, labUrl, openLab } from '../mcp/lab.ts';

/** Plan (with criteria), a loop over parts, a release that a person confirms, and telling people. */
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

/** What the plan is accepted with. */
export const goodPlan = 'The only risk is that nobody notices.';

export type Fields = Readonly<Record<string, unknown>>;

export const person: Principal = { ...ann, subject: 'petra', kind: 'person' };

export const openSessions = (): Promise<Lab> => openLab(shipping);

export interface LedSessions {
  readonly lab: Lab;
  readonly agent: LedAgent;
  close(): Promise<void>;
}

/** With an agent in it. */
export async function openLedSessions(): Promise<LedSessions> {
  const lab = await openSessions();
  const agent = await lead(lab);
  return {
    lab,
    agent,
    async close() {
      await agent.guest.close();
      await lab.close();
    },
  };
}

/** Follows guides: every answer gives the next step. */
export interface LedAgent {
  readonly guest: Guest;
  /** @returns the answer that holds the first step */
  start(context?: object): Promise<Fields>;
  /** Answers the only step that is open now. */
  done(answer: Fields, output?: unknown): Promise<Fields>;
  /** A run of its own, led to where its release is to be confirmed. */
  toConfirmation(): Promise<Fields>;
}

export async function lead(
  lab: Lab,
  options: GuestOptions = {},
  kind = 'present, 2026' as const,
): Promise<LedAgent> {
  return ledBy(await invite(kind, labUrl, { ...options, fetch: lab.as(ann) }));
}

export function ledBy(guest: Guest): LedAgent {
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

function answerOf({ isError, value, text }: Called): Fields {
  if (isError) throw new Error(text);
  return value;
}

/** What is open after an answer: the first of them. */
export function openedBy(answer: Fields): Fields {
  const [first = answer] = (answer['work_items'] ?? []) as readonly Fields[];
  return first;
}

export const itemOf = (answer: Fields): string => String(openedBy(answer)['workitem_id']);

export const stepOf = (answer: Fields): unknown => openedBy(answer)['task_name'];

/** How far the run of an answer has come: whatever changes nothing leaves it as it is. */
export const eventsOf = async (lab: Lab, answer: Fields): Promise<unknown> =>
  (await lab.operate('runs.get', { run: answer['run_id'] }))['seq'];
