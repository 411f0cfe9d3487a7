/**
 * Presents the workflows of a tenant as tools. Reloads them only when a document has changed, and creates the
 * description of one when it is first listed or called.
 */
import { isDeepStrictEqual } from 'node:util';
import type {
  Changes,
  DefinitionList,
  DefinitionOutline,
  DefinitionSummary,
  Principal,
} from '../../../operations/index.ts';
import type { Signalbox } from '../../local/signalbox.ts';
import type { Tool } from '../contract/tool.ts';
import { createWorkflowTool } from '../tools/workflow-tool.ts';
import { explainMissing } from './explain-missing.ts';
import { nameWorkflowTools } from './name-workflow-tools.ts';

/** The workflows of a tenant at one time. */
interface Edition {
  readonly fingerprint: string;
  /** In the order of the list. */
  readonly entries: readonly Entry[];
  readonly byTool: ReadonlyMap<string, Entry>;
  readonly byWorkflow: ReadonlyMap<string, Entry>;
}

interface Entry {
  readonly id: string;
  readonly revision: string;
  readonly tool: string;
  /** It calls what no single connector offers. */
  readonly lacksOperations: boolean;
  /** It is bundled with the program, not added by the tenant. */
  readonly isBundled: boolean;
  readonly language: string | null;
}

/** Number of tenants in the cache; others are read again. */
const maxTenants = 200;
const pageSize = 500;
/** A drawing of more nodes rarely fits into a description, and is expensive. */
const maxDrawn = 16;

export class WorkflowTools {
  readonly #call: Signalbox['call'];
  readonly #pinned: readonly string[];
  /** By tenant, most recently used last. */
  readonly #editions = new Map<string, Promise<Edition>>();
  readonly #made = new WeakMap<Entry, Promise<Tool>>();

  /** @param pinned workflows, or tools, that are listed first */
  constructor(call: Signalbox['call'], pinned: readonly string[]) {
    this.#call = call;
    this.#pinned = pinned;
  }

  /** At most this many, pinned ones first. Bundled workflows can be called, but are not listed. */
  async list(principal: Principal, maxTools: number): Promise<readonly Tool[]> {
    const { entries } = await this.#current(principal);
    const listed = entries.filter((entry) => !entry.isBundled || this.#rankOf(entry) < this.#pinned.length);
    return Promise.all(listed.slice(0, maxTools).map((entry) => this.#toolOf(principal, entry)));
  }

  /** By workflow id. */
  async names(principal: Principal): Promise<ReadonlyMap<string, string>> {
    const { entries } = await this.#current(principal);
    return new Map(entries.map(({ id, tool }) => [id, tool]));
  }

  /** The languages of the workflows besides the bundled ones. */
  async ownLanguages(principal: Principal): Promise<ReadonlySet<string | null>> {
    const { entries } = await this.#current(principal);
    return new Set(entries.flatMap(({ isBundled, language }) => (isBundled ? [] : [language])));
  }

  find(principal: Principal, tool: string): Promise<Tool | undefined> {
    return this.#findTool(principal, ({ byTool }) => byTool.get(tool));
  }

  findByWorkflow(principal: Principal, id: string): Promise<Tool | undefined> {
    return this.#findTool(principal, ({ byWorkflow }) => byWorkflow.get(id));
  }

  /** Why a tool does not exist. */
  async explain(principal: Principal, tool: string): Promise<string | undefined> {
    const definitions = await this.#definitions(principal, {});
    return explainMissing(tool, definitions, await this.names(principal));
  }

  /**
   * Uses a cached tool even if outdated, since the run starts with the current workflow. Reloads only for a missing
   * name.
   */
  async #findTool(
    principal: Principal,
    choose: (edition: Edition) => Entry | undefined,
  ): Promise<Tool | undefined> {
    const known = await this.#editions.get(principal.tenant);
    const entry = (known && choose(known)) ?? choose(await this.#current(principal));
    return entry === undefined ? undefined : this.#toolOf(principal, entry);
  }

  async #current(principal: Principal): Promise<Edition> {
    const { definitions } = await this.#ask<Changes>(principal, 'changes.watch', { waitMs: 0 });
    const { tenant } = principal;
    const known = this.#editions.get(tenant);
    const before = await known;
    if (before?.fingerprint === definitions) return before;
    // Another call may have loaded it in the meantime.
    const other = this.#editions.get(tenant);
    if (other !== undefined && other !== known) return other;
    const edition = this.#read(principal, definitions, before);
    this.#keep(tenant, edition);
    return edition;
  }

  #keep(tenant: string, edition: Promise<Edition>): void {
    this.#editions.delete(tenant);
    this.#editions.set(tenant, edition);
    const [oldest] = this.#editions.keys();
    if (this.#editions.size > maxTenants && oldest !== undefined) this.#editions.delete(oldest);
    // The caller gets the error; the next call tries again.
    edition.catch(() => {
      if (this.#editions.get(tenant) === edition) this.#editions.delete(tenant);
    });
  }

  async #read(principal: Principal, fingerprint: string, before: Edition | undefined): Promise<Edition> {
    const all = await this.#definitions(principal, { valid: true });
    // Older versions cannot be started.
    const found = all.filter(({ supersededBy }) => supersededBy === undefined);
    const names = nameWorkflowTools(found.map(({ id }) => id));
    const entries = found.map(({ id, revision, missing, origin, language }): Entry => {
      const lacksOperations = missing.length > 0;
      const isBundled = origin.kind === 'bundled';
      const tool = names.get(id) ?? '';
      const same = before?.byWorkflow.get(id);
      const made: Entry = { id, revision, tool, lacksOperations, isBundled, language };
      return same !== undefined && isDeepStrictEqual(same, made) ? same : made;
    });
    const sorted = this.#pinnedFirst(entries);
    return {
      fingerprint,
      entries: sorted,
      byTool: new Map(sorted.map((entry) => [entry.tool, entry])),
      byWorkflow: new Map(sorted.map((entry) => [entry.id, entry])),
    };
  }

  async #definitions(
    principal: Principal,
    filters: { readonly valid?: boolean },
  ): Promise<readonly DefinitionSummary[]> {
    const found: DefinitionSummary[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: DefinitionList = await this.#ask(principal, 'definitions.list', {
        ...filters,
        limit: pageSize,
        ...(cursor === undefined ? {} : { cursor }),
      });
      found.push(...page.definitions);
      cursor = page.nextCursor;
    }
    return found;
  }

  /** Pinned ones in their order; the others by id, those that cannot run last. */
  #pinnedFirst(entries: readonly Entry[]): readonly Entry[] {
    const rank = (entry: Entry): number => this.#rankOf(entry);
    return [...entries].sort(
      (a, b) =>
        rank(a) - rank(b) || Number(a.lacksOperations) - Number(b.lacksOperations) || (a.id < b.id ? -1 : 1),
    );
  }

  #rankOf({ id, tool }: Entry): number {
    const at = this.#pinned.findIndex((name) => name === id || name === tool);
    return at < 0 ? this.#pinned.length : at;
  }

  #toolOf(principal: Principal, entry: Entry): Promise<Tool> {
    const before = this.#made.get(entry);
    if (before !== undefined) return before;
    const tool = this.#make(principal, entry);
    this.#made.set(entry, tool);
    // The caller gets the error; the next call tries again.
    tool.catch(() => this.#made.delete(entry));
    return tool;
  }

  async #make(principal: Principal, { id, tool }: Entry): Promise<Tool> {
    const asked = { workflow: id, drawUpTo: maxDrawn };
    return createWorkflowTool(
      tool,
      await this.#ask<DefinitionOutline>(principal, 'definitions.outline', asked),
    );
  }

  async #ask<Result>(principal: Principal, operation: string, input: object): Promise<Result> {
    // The operation's own type guarantees the shape.
    return (await this.#call(principal, operation, input)) as Result;
  }
}
