/** One fact that must hold for every connector, as a function that throws where it does not. Needs no test runner. */
import assert from 'node:assert/strict';
import type { Failure, Json } from '../../kernel/index.ts';
import type { Call, Connector, ConnectorOutcome } from '../../runtime/index.ts';

/** What a call is made of, for one connector. */
export interface SampleCall {
  readonly operation: string;
  readonly input: Json;
}

export interface OpenedConnector {
  readonly connector: Connector;
  /** Succeeds, as often as it is made. */
  readonly good: SampleCall;
  /** Goes on until it is broken off. */
  readonly endless: SampleCall;
  /** What it asks for goes wrong outside; none of them succeeds. */
  readonly unlucky: readonly SampleCall[];
  /** Arguments that the operation does not take. */
  readonly malformed: readonly SampleCall[];
  /** Holds a reference to a secret that this call may not be given. */
  readonly secret: SampleCall;
  /** Closes the connector and whatever stands behind it. */
  end(): Promise<void>;
}

export type OpenConnector = () => Promise<OpenedConnector>;

export interface ConnectorCase {
  readonly fact: string;
  run(open: OpenConnector): Promise<void>;
}

export const connectorCase = (
  fact: string,
  check: (opened: OpenedConnector) => Promise<void>,
): ConnectorCase => ({
  fact,
  async run(open) {
    const opened = await open();
    try {
      await check(opened);
    } finally {
      await opened.end();
    }
  },
});

/** Long enough for a busy machine; the engine itself gives up a call that it has broken off after as long. */
const timeout = 10_000;

/** Throws where it does not end. */
export async function ends<Value>(promise: Promise<Value>, what: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new assert.AssertionError({ message: `${what} does not end` })), timeout);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

const never = new AbortController().signal;

/** What becomes of it, which the journal can hold. The call is frozen: a connector that writes into it throws. */
export async function perform(
  { connector }: Pick<OpenedConnector, 'connector'>,
  { operation, input }: SampleCall,
  signal: AbortSignal = never,
): Promise<ConnectorOutcome> {
  const call: Call = {
    tenant: 'acme',
    run: 'run-1',
    workflow: 'trial',
    task: 'step',
    operation,
    input,
    key: 'run-1.2',
    attempt: 1,
  };
  const outcome = await connector.perform(frozen(call), signal);
  assertJson(outcome, 'the outcome');
  return outcome;
}

/** @returns what is told of it, which says something in words and under a code */
export function failureOf(outcome: ConnectorOutcome, what: string): Failure {
  if (outcome.kind !== 'failed') assert.fail(`${what} should fail: ${JSON.stringify(outcome)}`);
  const { failure } = outcome;
  assert.match(failure.code, /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, `${what} has no code`);
  assert.match(failure.message, /\S/, `${what} is not told in words`);
  return failure;
}

/** A refusal is the same the next time: nobody should try again by himself. */
export function refusalOf(outcome: ConnectorOutcome, what: string): Failure {
  const failure = failureOf(outcome, what);
  assert.equal(failure.retryable, false, `${what} should not be tried again`);
  return failure;
}

/** Only what is JSON comes back from text as it was. */
export function assertJson(value: unknown, what: string): void {
  assert.deepEqual(JSON.parse(JSON.stringify(value)), value, `${what} is no JSON`);
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
