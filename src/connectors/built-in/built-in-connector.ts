/** The connector `built-in`: operations without external dependencies. */
import type { Failure } from '../../kernel/index.ts';
import type { Clock, Connector } from '../../runtime/index.ts';
import { plainArguments } from '../values/plain-arguments.ts';
import { type BuiltIn, failed } from './built-in.ts';
import { echo } from './echo.ts';
import { fail } from './fail.ts';
import { sleep } from './sleep.ts';
import { createTransform, type TransformElsewhere } from './transform.ts';

export interface BuiltInConnectorOptions {
  readonly clock: Clock;
  readonly concurrency?: number;
  /** Computes transforms that take long. Default: they are computed in this process. */
  readonly transform?: TransformElsewhere;
}

export function createBuiltInConnector(options: BuiltInConnectorOptions): Connector {
  const { clock, concurrency = 1_000, transform } = options;
  const all: readonly BuiltIn[] = [echo, sleep, createTransform(transform), fail];
  const closing = new AbortController();
  const find = (name: string): BuiltIn | undefined => all.find(({ operation }) => operation.name === name);
  return {
    name: 'built-in',
    concurrency,
    operations: async () => all.map(({ operation }) => operation),
    async perform(call, signal) {
      if (closing.signal.aborted) return failed(closed);
      const builtIn = find(call.operation);
      if (builtIn === undefined) {
        const names = all.map(({ operation }) => operation.name).join(', ');
        const message = `Unknown built-in operation “${call.operation}”. Use one of: ${names}.`;
        return failed({ code: 'unknown-operation', message, retryable: false });
      }
      const args = plainArguments(call.input, 'built-in');
      if (args.kind === 'failed') return args;
      const { tenant, attempt } = call;
      if (builtIn.isImmediate === true)
        return builtIn.perform(args.values, { clock, tenant, signal, attempt });
      // Not AbortSignal.any: the connector's long-lived signal would hold a reference to every call.
      const over = new AbortController();
      const end = (): void => over.abort();
      const sources = [signal, closing.signal];
      if (signal.aborted) end();
      for (const source of sources) source.addEventListener('abort', end);
      try {
        return await builtIn.perform(args.values, { clock, tenant, signal: over.signal, attempt });
      } finally {
        for (const source of sources) source.removeEventListener('abort', end);
      }
    },
    isImmediate: (operation) => find(operation)?.isImmediate === true,
    isRepeatable: () => true,
    health: async () => ({ state: 'ready', message: '' }),
    close: async () => closing.abort(),
  };
}

const closed: Failure = {
  code: 'closed',
  message: 'The built-in operations are closed: Signalbox is shutting down.',
  retryable: true,
};
