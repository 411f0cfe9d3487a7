/**
 * The workflows of a tenant as tools. They are looked at anew only when a document has changed, and what a model reads
 * of one is made when it is first listed or called.
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

/** The workflows of a tenant as they were at one time. */
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
  /** It calls what no connector offers. */
  readonly lacksOperations: boolean;
  /** It comes with the program: nobody here has asked for it. */
  readonly isBundled: boolean;
  readonly isGuide: boolean;
}

/** More tenants than this are not active at the same time; others are read again. */
const maxTenants = 200;
const pageSize = 500;
/** The drawing of more nodes than this hardly ever fits into a description, and takes long to make. */
const maxDrawn = 16;

export class WorkflowTools {
  readonly #call: Signalbox['call'];
  readonly #pinned: readonly string[];
  /** By tenant, the one used last at the end. */
  readonly #editions = new Map<string, Promise<Edition>>();
  readonly #made = new WeakMap<Entry, Promise<Tool>>();

  /** @param pinned workflows, or tools, that are listed first */
  constructor(call: Signalbox['call'], pinned: readonly string[]) {
    this.#call = call;
    this.#pinned = pinned;
  }

  /** At most so many, pinned ones first. What comes with the program can be called, and is not listed. */
  async list(principal: Principal, maxTools: number): Promise<readonly Tool[]> {
    const { entries } = await this.#current(principal);
    const listed = entries.filter((entry) => !entry.isBundled || this.#rankOf(entry) < this.#pinned.length);
    return Promise.all(listed.slice(0, maxTools).map((entry) => this.#toolOf(principal, entry)));
  }

  /** By id of the workflow. */
  async names(principal: Principal): Promise<ReadonlyMap<string, string>> {
    const { entries } = await this.#current(principal);
    return new Map(entries.map(({ id, tool }) => [id, tool]));
  }

  /** Other guides than those that come with the program. */
  async hasOwnGuide(principal: Principal): Promise<boolean> {
    const { entries } = await this.#current(principal);
    return entries.some(({ isBundled, isGuide }) => isGuide && !isBundled);
  }

  find(principal: Principal, tool: string): Promise<Tool | undefined> {
    return this.#findTool(principal, ({ byTool }) => byTool.get(tool));
  }

  findByWorkflow(principal: Principal, id: string): Promise<Tool | undefined> {
    return this.#findTool(principal, ({ byWorkflow }) => byWorkflow.get(id));
  }

  /** Why there is no tool of a name. */
  async explain(principal: Principal, tool: string): Promise<string | undefined> {
    const definitions = await this.#definitions(principal, {});
    return explainMissing(tool, definitions, await this.names(principal));
  }

  /** What was there is used as it was, since the run is started with what is there now; only what is missing may be new. */
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
    // Others may have waited for the same.
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
    // Whoever asked is told; the next one tries again.
    edition.catch(() => {
      if (this.#editions.get(tenant) === edition) this.#editions.delete(tenant);
    });
  }

  async #read(principal: Principal, fingerprint: string, before: Edition | undefined): Promise<Edition> {
    const all = await this.#definitions(principal, { valid: true });
    // Nobody can start an older version.
    const found = all.filter(({ supersededBy }) => supersededBy === undefined);
    const names = nameWorkflowTools(found.map(({ id }) => id));
    const entries = found.map(({ id, revision, missing, origin, language }): Entry => {
      const lacksOperations = missing.length > 0;
      const isBundled = origin.kind === 'bundled';
      const isGuide = language === 'guide';
      const tool = names.get(id) ?? '';
      const same = before?.byWorkflow.get(id);
      const made: Entry = { id, revision, tool, lacksOperations, isBundled, isGuide };
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

  /** In the order in which they were pinned; the others by id, those last that cannot run here. */
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
    // Whoever asked is told; the next one tries again.
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
    // What an operation gives is what its own type says.
    return (await this.#call(principal, operation, input)) as Result;
  }
}
