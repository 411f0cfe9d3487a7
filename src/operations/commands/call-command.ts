/** Calls a command outside of runs, and reports a failure as an error. */
import type { Failure, Json } from '../../kernel/index.ts';
import { phrase } from '../../languages/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import type { Command } from './command-set.ts';

export interface CommandCallOptions {
  /** In milliseconds. */
  readonly timeout: number;
}

/** Throws OperationError. */
export async function callCommand(
  { engine }: Services,
  { tenant }: Principal,
  command: Command,
  args: { readonly [name: string]: Json },
  { timeout }: CommandCallOptions,
): Promise<Json> {
  const outcome = await engine.call({
    tenant,
    run: 'none',
    workflow: 'commands.run',
    task: command.call,
    connector: command.connector,
    operation: command.entry.name,
    input: args,
    timeout,
    isRepeatable: command.entry.reads,
  });
  if (outcome.kind === 'succeeded') return outcome.output;
  throw callFailed(command, outcome.failure);
}

const maxPayload = 4_000;
/** What the catalog says about its API is missing or refused. */
const settingsCodes = /^(?:http-401|http-403|credentials-|bad-credentials|api-no-server)/;

function callFailed(
  { id }: Command,
  { code, message, retryable, retryAfter, data }: Failure,
): OperationError {
  const payload = data === undefined ? '' : JSON.stringify(data).slice(0, maxPayload);
  return new OperationError({
    code: code === 'overloaded' ? 'overloaded' : 'call_failed',
    message: `“${id}” failed: ${message}`,
    ...(retryable === undefined ? {} : { retryable }),
    ...(settingsCodes.test(code)
      ? {
          suggestedAction: phrase`Set the address and the credentials with ${{ operation: 'catalogs.configure' }}.`,
        }
      : {}),
    context: {
      command: id,
      failure: code,
      ...(payload === '' ? {} : { responsePayload: payload }),
      ...(retryAfter === undefined ? {} : { retryAfterMs: retryAfter }),
    },
  });
}
