/** A server with authentication, a workflow whose cases have one review each, and clients of many agents. */
import { type Client, type ClientOptions, createClient } from '../../src/client/index.ts';
import { openSecuredServer, type SecuredServer, tokenOf } from '../access/secured-server.ts';

const review = `workflows:
  review:
    params: { number: int }
    graph:
      check:
        type: yield
        message: "Is $number in order?"
        expects: { seen: int, by: str }
      note: { depends_on: [check], call: echo, args: { text: "$check.seen by $check.by" } }
    result: $note
`;

const tenant = 'red';

export interface AgentsFixture {
  readonly securedServer: SecuredServer;
  /** The caller of the server itself; the options may change it. */
  clientOf(subject: string, options?: Partial<ClientOptions>): Client;
  /** All cases, from the server itself. */
  ledger(): Promise<readonly LedgerEntry[]>;
  close(): Promise<void>;
}

export interface LedgerEntry {
  readonly run: string;
  readonly state: string;
  /** Journal events of its item: itemHeld, itemReleased, itemCompleted. */
  readonly itemEvents: readonly string[];
  readonly output: unknown;
}

export async function openAgentsFixture(): Promise<AgentsFixture> {
  const securedServer = await openSecuredServer({ tenants: [tenant], workflows: { 'review.yaml': review } });
  const auditor = tokenOf(tenant, { subject: 'auditor' });
  const get = async <T>(path: string): Promise<T> => {
    const { status, json, text } = await securedServer.ask(path, { token: auditor });
    if (status !== 200) throw new Error(`${path}: ${text}`);
    return json as T;
  };
  return {
    securedServer,
    clientOf: (subject, options = {}) =>
      createClient({
        url: securedServer.url,
        token: tokenOf(tenant, { subject, kind: 'agent' }),
        agentId: subject,
        ...options,
      }),
    async ledger() {
      const runs: string[] = [];
      for (let cursor = ''; ; ) {
        const page = await get<RunPage>(
          `/v1/runs?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        );
        runs.push(...page.runs.map(({ run }) => run));
        if (page.nextCursor === null) break;
        cursor = page.nextCursor;
      }
      const entries: LedgerEntry[] = [];
      // Sequentially: a server limits how many journals it reads at once.
      for (const run of runs) {
        const { state, output } = await get<RunFacts>(`/v1/runs/${run}`);
        const { entries: events } = await get<History>(`/v1/runs/${run}/history?limit=200`);
        const itemEvents = events.map(({ event }) => event).filter((event) => event.startsWith('item'));
        entries.push({ run, state, output, itemEvents });
      }
      return entries;
    },
    close: () => securedServer.close(),
  };
}

interface RunPage {
  readonly runs: readonly { readonly run: string }[];
  readonly nextCursor: string | null;
}

interface RunFacts {
  readonly state: string;
  readonly output: unknown;
}

interface History {
  readonly entries: readonly { readonly event: string }[];
}
