/** Operations over a real engine that delivers to real receivers. The clock is fixed until a test moves it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWebhookPoster, parseAllowedAddresses } from '../../src/connectors/index.ts';
import { findNearest } from '../../src/expression/index.ts';
import type { Json } from '../../src/kernel/index.ts';
import { graphLanguage } from '../../src/languages/graph/index.ts';
import { IdempotencyGuard } from '../../src/operations/contract/idempotency-guard.ts';
import { OperationError } from '../../src/operations/contract/operation-error.ts';
import type { Principal } from '../../src/operations/contract/principal.ts';
import type { Services } from '../../src/operations/contract/services.ts';
import { readFolderDocument } from '../../src/operations/definitions/read-folder-document.ts';
import { AuditLog } from '../../src/operations/infrastructure/audit-log.ts';
import { DeliveryTally } from '../../src/operations/infrastructure/delivery-tally.ts';
import type { Webhooks } from '../../src/operations/infrastructure/webhooks.ts';
import { registry } from '../../src/operations/registry.ts';
import { announceRun } from '../../src/operations/webhooks/announce-run.ts';
import { createDeliverer } from '../../src/operations/webhooks/create-deliverer.ts';
import {
  configuredFolders,
  createConnectors,
  createMemoryStore,
  openEngine,
  openKeyRing,
  openLibrary,
} from '../../src/runtime/index.ts';
import { callOperation } from '../../src/server/pipeline/pipeline.ts';
import {
  createFakeClock,
  createScriptedConnector,
  type FakeClock,
  type Handler,
} from '../../src/testing/index.ts';
import { checkOutput } from '../operations/check-output.ts';
import { ann, startTime } from '../operations/operations-harness.ts';

export interface DeliveryHarness {
  readonly services: Services;
  readonly clock: FakeClock;
  /** Default principal: ann. Results are validated against the output of the operation. */
  call<Result = { readonly [field: string]: Json }>(
    name: string,
    input: unknown,
    by?: Principal,
  ): Promise<Result>;
  /** The error code of a refused call. */
  refused(name: string, input: unknown, by?: Principal): Promise<string>;
  /** Performs due work until a condition holds; otherwise the time limit of the test applies. */
  until(predicate: () => boolean | Promise<boolean>): Promise<void>;
  /** Moves the clock to the next delivery attempt. */
  toNextAttempt(): Promise<void>;
  close(): Promise<void>;
}

export interface DeliveryHarnessOptions {
  readonly files?: { readonly [name: string]: string };
  readonly handlers?: { readonly [operation: string]: Handler };
  readonly webhooks?: Partial<Webhooks>;
  /** Timeout of receivers in milliseconds. */
  readonly timeout?: number;
  readonly retries?: number;
}

/** One that ends at once, one that asks first, and one that fails. */
const flows = `
workflows:
  greet:
    params: { name: { type: str, default: world } }
    graph: { hello: { call: echo, args: { text: "Hello, $name!" } } }
    result: $hello.text
  ask:
    graph:
      question: { type: yield, message: What?, expects: { word: str } }
    result: $question.word
  chain:
    graph:
      first: { type: yield, message: One?, expects: { word: str } }
      second: { type: yield, depends_on: [first], message: Two?, expects: { word: str } }
    result: { first: $first.word, second: $second.word }
  break: { graph: { step: { call: fail } } }
`;

export async function openDeliveryHarness(options: DeliveryHarnessOptions = {}): Promise<DeliveryHarness> {
  const { files = { 'flows.yaml': flows }, handlers = {}, timeout = 10_000, retries } = options;
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-mailroom-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const clock = createFakeClock(startTime);
  const store = createMemoryStore();
  const echo: Handler = ({ input }) => ({ kind: 'succeeded', output: input });
  const fail: Handler = () => ({
    kind: 'failed',
    failure: { code: 'broken', message: 'It broke.', retryable: false },
  });
  const connector = createScriptedConnector({ name: 'desk', handlers: { echo, fail, ...handlers } });
  const connectors = createConnectors({ configured: [], own: [connector] }, findNearest);
  const allowance = parseAllowedAddresses('127.0.0.1');
  const webhooks: Webhooks = {
    keyRing: await openKeyRing({ variable: undefined, path: join(folder, 'keys') }),
    signerKey: '',
    allowed: allowance.kind === 'allowed' ? allowance.allowed : never(allowance.problems),
    base: 'https://flows.example.com',
    max: null,
    maxPerPrincipal: null,
    receiptLife: 86_400_000,
    tally: new DeliveryTally(),
    ...options.webhooks,
  };
  const report = (message: string, cause: unknown): never => {
    throw new Error(message, { cause });
  };
  const audit = new AuditLog({ store, clock, report });
  const poster = createWebhookPoster({ allowed: webhooks.allowed, timeout, now: () => clock.now() });
  const deliver = createDeliverer({ store, clock, audit, poster, webhooks, version: '1.2.3' });
  const { evaluators } = graphLanguage;
  const post = { announce: announceRun, deliver, ...(retries === undefined ? {} : { retries }) };
  const engine = await openEngine({ store, clock, connectors, evaluators, post, report });
  const library = await openLibrary({
    sources: configuredFolders([folder]),
    tenants: true,
    read: (file) => readFolderDocument(file),
    store,
    clock,
  });
  const idempotency = new IdempotencyGuard({ store, clock });
  const services: Services = { engine, store, library, connectors, clock, audit, webhooks, idempotency };
  return {
    services,
    clock,
    call: async (name, input, by = ann) =>
      checkOutput(name, await callOperation(registry, services, by, name, input)) as never,
    async refused(name, input, by = ann) {
      const result = await callOperation(registry, services, by, name, input).catch(
        (error: unknown) => error,
      );
      if (result instanceof OperationError) return result.details.code;
      throw new Error(`${name} was not refused: ${String(result)}`);
    },
    async until(predicate) {
      while (!(await predicate())) await runDue(clock);
    },
    async toNextAttempt() {
      // Active attempts finish first: a failed one is due later then.
      let next = await store.outbox.next(clock.now());
      while (next === null) {
        await runDue(clock);
        next = await store.outbox.next(clock.now());
      }
      clock.advance(next - clock.now());
    },
    async close() {
      await library.close();
      await engine.stop();
      await poster.close();
      await audit.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Due timers fire, and network events are processed. */
async function runDue(clock: FakeClock): Promise<void> {
  clock.advance(0);
  await new Promise((resolve) => setTimeout(resolve, 2));
}

function never(problems: readonly string[]): never {
  throw new Error(problems.join(' '));
}
