/** A connector that returns scripted outcomes, and records its calls. */
import type { Json } from '../../kernel/index.ts';
import type { Call, Connector, ConnectorOutcome } from '../../runtime/ports/index.ts';

export interface ScriptedConnector extends Connector {
  /** In the order in which they were performed. */
  readonly calls: readonly Call[];
}

/** Returns the outcome of a call; `signal` is aborted when the outcome is no longer needed. */
export type Handler = (call: Call, signal: AbortSignal) => ConnectorOutcome | Promise<ConnectorOutcome>;

export interface ScriptedConnectorOptions {
  readonly name: string;
  readonly handlers: { readonly [operation: string]: Handler };
  /** Operations that are safe to repeat. */
  readonly repeatable?: readonly string[];
  readonly concurrency?: number;
  /** False if there are too many calls to record. */
  readonly remembers?: boolean;
}

export function createScriptedConnector(options: ScriptedConnectorOptions): ScriptedConnector {
  const { name, handlers, repeatable = [], concurrency = 1_000, remembers = true } = options;
  const calls: Call[] = [];
  /** Ends each call in progress. */
  const underWay = new Set<() => void>();
  let isClosed = false;
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
      if (isClosed) return closed;
      if (remembers) calls.push(call);
      const handler = Object.hasOwn(handlers, call.operation) ? handlers[call.operation] : undefined;
      if (handler === undefined) return unknownOperation(call.operation);
      let breakOff = (): void => {};
      const ending = new Promise<ConnectorOutcome>((resolve) => {
        breakOff = () => resolve(closed);
      });
      underWay.add(breakOff);
      try {
        return await Promise.race([handler(call, signal), ending]);
      } finally {
        underWay.delete(breakOff);
      }
    },
    isRepeatable: (operation) => repeatable.includes(operation),
    health: async () => ({ state: 'ready', message: '' }),
    close: async () => {
      isClosed = true;
      for (const breakOff of underWay) breakOff();
    },
  };
}

const closed: ConnectorOutcome = {
  kind: 'failed',
  failure: { code: 'closed', message: 'The connector is closed.', retryable: true },
};

const unknownOperation = (operation: string): ConnectorOutcome => ({
  kind: 'failed',
  failure: {
    code: 'unknown-operation',
    message: `The operation “${operation}” has no handler.`,
    retryable: false,
  },
});

export const succeeded = (output: Json): ConnectorOutcome => ({ kind: 'succeeded', output });

export const failed = (code: string, message: string): ConnectorOutcome => ({
  kind: 'failed',
  failure: { code, message },
});
