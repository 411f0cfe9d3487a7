/** A connector that does what a test says, and remembers what it was asked for. */
import type { Json } from '../kernel/index.ts';
import type { Call, Connector, ConnectorOutcome } from '../runtime/index.ts';

export interface ScriptedConnector extends Connector {
  /** In the order in which they were performed. */
  readonly calls: readonly Call[];
}

/** What becomes of a call; `signal` is aborted when nobody wants it any more. */
export type Handler = (call: Call, signal: AbortSignal) => ConnectorOutcome | Promise<ConnectorOutcome>;

export interface ScriptedConnectorOptions {
  readonly name: string;
  readonly handlers: { readonly [operation: string]: Handler };
  /** Operations that are harmless to repeat. */
  readonly repeatable?: readonly string[];
  readonly concurrency?: number;
  /** False where there are too many calls to keep. */
  readonly remembers?: boolean;
}

export function createScriptedConnector(options: ScriptedConnectorOptions): ScriptedConnector {
  const { name, handlers, repeatable = [], concurrency = 1_000, remembers = true } = options;
  const calls: Call[] = [];
  return {
    name,
    concurrency,
    calls,
    async operations() {
      return Object.keys(handlers).map((operation) => ({
        name: operation,
        description: '',
        parameters: [],
        result: { kind: 'any' },
        example: undefined,
      }));
    },
    async perform(call, signal) {
      if (remembers) calls.push(call);
      const handler = handlers[call.operation];
      return handler === undefined ? failed('unknown-operation', call.operation) : handler(call, signal);
    },
    isRepeatable: (operation) => repeatable.includes(operation),
    health: async () => ({ state: 'ready', message: '' }),
    close: async () => {},
  };
}

export const succeeded = (output: Json): ConnectorOutcome => ({ kind: 'succeeded', output });

export const failed = (code: string, message: string): ConnectorOutcome => ({
  kind: 'failed',
  failure: { code, message },
});
