/** How the service stands: what there is to do, how much of what there is. Fails where the store does not answer. */
import { z } from 'zod';
import { LruCache, type Store } from '../../runtime/index.ts';
import type { Operation } from '../contract/operation.ts';
import { byName, integer, listOf, objectOf, orNull, text, timestamp } from '../contract/output-fields.ts';
import type { Services } from '../contract/services.ts';
import { isValid } from '../definitions/definition-summary.ts';
import { isoTime } from '../runs/run-summary.ts';

const input = z.strictObject({});

const maxPaths = 20;

const output = objectOf({
  runs: byName(integer(), 'Runs of the tenant, by status.'),
  openItems: integer('Work items of the tenant that nobody has answered.'),
  definitions: objectOf(
    { valid: integer('Those that can be run.'), invalid: integer('Those with mistakes.') },
    'Workflows that the tenant sees.',
  ),
  mistaken: listOf(text(), `Paths of documents whose workflows have mistakes: the first ${maxPaths}.`),
  quotas: byName(
    objectOf({ used: integer(), limit: integer('How much there may be.') }),
    'What the tenant, or whoever asks, has of what is limited, by name; nothing where nothing is.',
  ),
  webhooks: objectOf(
    {
      waiting: integer('Deliveries that wait, or are under way.'),
      givenUp: integer('Deliveries that were given up, and can be sent again.'),
      attempts: byName(integer(), 'How often deliveries were tried since the process began, by outcome.'),
    },
    'What subscribers of the tenant are told.',
  ),
  keyedOrders: byName(
    integer(),
    'Orders with an idempotency key since the process began, by what became of them; nothing where several tenants share it.',
  ),
  repositories: listOf(
    objectOf({
      name: text('Its address, and its branch after “#”.'),
      commit: orNull(text(), 'Of what its workflows were taken of; null where nothing was fetched yet.'),
      checkedAt: orNull(timestamp(), 'When it was last asked with success; null where it never was.'),
      problem: text('Why it could not be brought up to date; empty where it could.'),
    }),
    'Git repositories that workflows come from; nothing where several tenants share it.',
  ),
  load: byName(z.number(), 'How busy the engine is; nothing where several tenants share it.'),
});

export type ServiceStatus = z.infer<typeof output>;

export const serviceStatus: Operation<z.infer<typeof input>, ServiceStatus> = {
  name: 'service.status',
  scope: 'workflows:query',
  writes: false,
  summary: 'Tells how the service stands: what there is to do, and how much of what there is.',
  input,
  output,
  async perform(principal, _, services) {
    const { tenant } = principal;
    const entries = await services.library.list(tenant);
    const valid = entries.filter(isValid).length;
    const paths = entries.filter((entry) => !isValid(entry)).map(({ document }) => document.path);
    const mistaken = [...new Set(paths)].slice(0, maxPaths);
    return {
      ...(await count(services, tenant)),
      definitions: { valid, invalid: entries.length - valid },
      mistaken,
      quotas: (await services.quotas?.usage(principal)) ?? {},
      webhooks: {
        ...(await services.store.outbox.count(tenant)),
        attempts: services.webhooks?.tally.of(tenant) ?? {},
      },
      keyedOrders: services.isShared === true ? {} : { ...services.idempotency?.figures() },
      repositories: services.isShared === true ? [] : repositoriesOf(services),
      load: services.isShared === true ? {} : { ...services.engine.load() },
    };
  },
};

const repositoriesOf = ({ repositories, redact }: Services): ServiceStatus['repositories'] =>
  (repositories?.() ?? []).map(({ checkedAt, problem, ...others }) => ({
    ...others,
    problem: redact?.(problem) ?? problem,
    checkedAt: checkedAt === null ? null : isoTime(checkedAt),
  }));

type Counts = Pick<ServiceStatus, 'runs' | 'openItems'>;

interface Counted extends Counts {
  readonly at: number;
  /** How long it took, in milliseconds. */
  readonly took: number;
}

const statuses = ['created', 'running', 'completed', 'failed', 'cancelled'] as const;
/** Of millions of runs the numbers may be a little old: counting takes at most this part of the time. */
const share = 100;
const maxTenants = 100;

const remembered = new WeakMap<Store, LruCache<Counted>>();

async function count({ store, clock }: Services, tenant: string): Promise<Counts> {
  const memory = remembered.get(store) ?? new LruCache<Counted>(maxTenants);
  remembered.set(store, memory);
  const begun = clock.now();
  const known = memory.get(tenant);
  if (known !== undefined && begun < known.at + known.took * share) {
    // Only whether it answers.
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
