/** One property of every connector, as a function that throws if it does not hold. Needs no test runner. */
import assert from 'node:assert/strict';
import type { Failure, Json } from '../../kernel/index.ts';
import type { Call, Connector, ConnectorOutcome } from '../../runtime/ports/index.ts';

/** The parts of a call of one connector. */
export interface SampleCall {
  readonly operation: string;
  readonly input: Json;
}

export interface OpenedConnector {
  readonly connector: Connector;
  /** Succeeds every time. */
  readonly good: SampleCall;
  /** Continues until it is aborted. */
  readonly endless: SampleCall;
  /** Fail because of an external cause; none of them succeeds. */
  readonly unlucky: readonly SampleCall[];
  /** Arguments that the operation does not accept. */
  readonly malformed: readonly SampleCall[];
  /** Holds a reference to a secret that this call may not use. */
  readonly secret: SampleCall;
  /** Closes the connector and its backend. */
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

/** Long enough for a busy machine; the engine gives up an aborted call after the same time. */
const timeout = 10_000;

/** Throws if it does not end. */
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

/** Its outcome, checked to be storable in the journal. The call is frozen: a connector that changes it throws. */
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
    begunAt: 0,
  };
  const outcome = await connector.perform(frozen(call), signal);
  assertJson(outcome, 'the outcome');
  return outcome;
}

/** @returns the failure, which has a message and a code */
export function failureOf(outcome: ConnectorOutcome, what: string): Failure {
  if (outcome.kind !== 'failed') assert.fail(`${what} should fail: ${JSON.stringify(outcome)}`);
  const { failure } = outcome;
  assert.match(failure.code, /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, `${what} has no code`);
  assert.match(failure.message, /\S/, `${what} has no message`);
  return failure;
}

/** A refusal is permanent: clients must not retry automatically. */
export function refusalOf(outcome: ConnectorOutcome, what: string): Failure {
  const failure = failureOf(outcome, what);
  assert.equal(failure.retryable, false, `${what} should not be retried`);
  return failure;
}

/** Only JSON values survive a round trip through text. */
export function assertJson(value: unknown, what: string): void {
  assert.deepEqual(JSON.parse(JSON.stringify(value)), value, `${what} is not JSON`);
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
