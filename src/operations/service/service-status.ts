/** Reports the status of the service: whether it works, work to do and usage. Fails if nothing can be read. */
import { z } from 'zod';
import { byName, integer, listOf, objectOf, orNull, text, timestamp } from '../../languages/output-fields.ts';
import { LruCache, type Store, StoreError } from '../../runtime/index.ts';
import { isoTime } from '../contract/iso-time.ts';
import type { Operation } from '../contract/operation.ts';
import type { Services } from '../contract/services.ts';
import { storeProblems } from '../contract/store-unavailable.ts';
import { isValid } from '../definitions/definition-summary.ts';

const input = z.strictObject({});

const maxPaths = 20;

const output = objectOf({
  problem: text('Why work cannot be stored at the moment; empty if it can.'),
  runs: byName(integer(), 'Runs of the tenant, by status.'),
  openItems: integer('Open work items of the tenant.'),
  definitions: objectOf(
    { valid: integer('Those that can run.'), invalid: integer('Those with errors.') },
    'Workflows that the tenant can use.',
  ),
  mistaken: listOf(text(), `Paths of documents whose workflows have errors: the first ${maxPaths}.`),
  quotas: byName(
    objectOf({ used: integer(), limit: integer('The limit.') }),
    'Usage of each limited resource by the tenant or the caller, by name; empty if nothing is limited.',
  ),
  webhooks: objectOf(
    {
      waiting: integer('Deliveries that wait or are in progress.'),
      givenUp: integer('Deliveries that were given up and can be sent again.'),
      attempts: byName(integer(), 'Delivery attempts since the process started, by outcome.'),
    },
    'Webhook deliveries of the tenant.',
  ),
  keyedRequests: byName(
    integer(),
    'Requests with an idempotency key since the process started, by outcome; empty if several tenants share it.',
  ),
  repositories: listOf(
    objectOf({
      name: text('Its address, with its branch after “#”.'),
      commit: orNull(text(), 'Commit that its workflows come from; null if nothing was fetched yet.'),
      checkedAt: orNull(timestamp(), 'When it was last fetched successfully; null if never.'),
      problem: text('Why the last fetch failed; empty if it did not.'),
    }),
    'Git repositories of workflows; empty if several tenants share the installation.',
  ),
  load: byName(z.number(), 'Load of the engine; empty if several tenants share it.'),
});

export type ServiceStatus = z.infer<typeof output>;

export const serviceStatus: Operation<z.infer<typeof input>, ServiceStatus> = {
  name: 'service.status',
  scope: 'workflows:query',
  writes: false,
  summary: 'Reports the status of the service: work to do and usage.',
  rest: { method: 'GET', path: '/v1/status', tag: 'service' },
  verb: { name: 'status' },
  input,
  output,
  async perform(principal, _, services) {
    const { tenant } = principal;
    const entries = await services.library.list(tenant);
    const valid = entries.filter(isValid).length;
    const paths = entries.filter((entry) => !isValid(entry)).map(({ document }) => document.path);
    const mistaken = [...new Set(paths)].slice(0, maxPaths);
    return {
      problem: await findProblem(services),
      ...(await count(services, tenant)),
      definitions: { valid, invalid: entries.length - valid },
      mistaken,
      quotas: (await services.quotas?.usage(principal)) ?? {},
      webhooks: {
        ...(await services.store.outbox.count(tenant)),
        attempts: services.webhooks?.tally.of(tenant) ?? {},
      },
      keyedRequests: services.isShared === true ? {} : { ...services.idempotency?.figures() },
      repositories: services.isShared === true ? [] : repositoriesOf(services),
      load: services.isShared === true ? {} : { ...services.engine.load(), ...services.jobs?.load() },
    };
  },
};

const findProblem = ({ engine }: Services): Promise<string> =>
  engine.checkStore().then(
    () => '',
    (error: unknown) => {
      if (error instanceof StoreError) return storeProblems[error.code];
      throw error;
    },
  );

const repositoriesOf = ({ repositories, redact }: Services): ServiceStatus['repositories'] =>
  (repositories?.() ?? []).map(({ checkedAt, problem, ...others }) => ({
    ...others,
    problem: redact?.(problem) ?? problem,
    checkedAt: checkedAt === null ? null : isoTime(checkedAt),
  }));

type Counts = Pick<ServiceStatus, 'runs' | 'openItems'>;

interface Counted extends Counts {
  readonly at: number;
  /** Duration in milliseconds. */
  readonly took: number;
}

const statuses = ['created', 'running', 'completed', 'failed', 'cancelled'] as const;
/** With millions of runs the numbers may be slightly old: counting takes at most this part of the time. */
const share = 100;
const maxTenants = 100;

const remembered = new WeakMap<Store, LruCache<Counted>>();

async function count({ store, clock }: Services, tenant: string): Promise<Counts> {
  const memory = remembered.get(store) ?? new LruCache<Counted>(maxTenants);
  remembered.set(store, memory);
  const begun = clock.now();
  const known = memory.get(tenant);
  if (known !== undefined && begun < known.at + known.took * share) {
    // Only whether it responds.
    await store.runs.find(tenant, '');
    return { runs: known.runs, openItems: known.openItems };
  }
  const runs = await Promise.all(
    statuses.map(async (status) => [status, await store.runs.count(tenant, { statuses: [status] })] as const),
  );
  const counts = {
    runs: Object.fromEntries(runs),
    openItems: await store.items.count(tenant, { states: ['offered', 'held'] }),
  };
  const at = clock.now();
  memory.set(tenant, { ...counts, at, took: at - begun });
  return counts;
}
