/** The commands that a tenant can call: those of its catalogs, and those of the connectors of the operator. */
import { type CommandEntry, type CommandSearch, createCommandSearch } from '../../catalogs/index.ts';
import { reservedConnectors } from '../../connectors/index.ts';
import { findNearest } from '../../expression/index.ts';
import { type ConnectorOperation, phrase } from '../../languages/index.ts';
import type { Catalog } from '../catalog-store/catalogs.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import type { KnownOperations } from '../documents/known-operations.ts';

export interface Command {
  /** `github repos:issues:create`. */
  readonly id: string;
  /** As workflows call it: `github.issues_create`. */
  readonly call: string;
  readonly connector: string;
  readonly entry: Entry;
  readonly operation: ConnectorOperation;
  /** Null: the operator configured its connector. */
  readonly catalog: Catalog | null;
}

type Entry = Pick<
  CommandEntry,
  'name' | 'canonical' | 'operationId' | 'method' | 'path' | 'reads' | 'summary' | 'parameters' | 'deprecated'
>;

export interface CommandSet {
  readonly all: readonly Command[];
  search(): CommandSearch;
  /** By any way to write it. */
  find(name: string): Command | undefined;
}

/** By what is known of all connectors of a tenant, which is another object when something has changed. */
const sets = new WeakMap<KnownOperations, CommandSet>();

export function commandsOf(services: Services, { tenant }: Pick<Principal, 'tenant'>): CommandSet {
  const known = services.connectorListings?.knownTo(tenant);
  if (known === undefined) return createSet([]);
  const found = sets.get(known) ?? createSet([...ofConnectors(known), ...ofCatalogs(services, tenant)]);
  sets.set(known, found);
  return found;
}

/** Throws OperationError. */
export function findCommand(services: Services, principal: Pick<Principal, 'tenant'>, name: string): Command {
  const set = commandsOf(services, principal);
  const found = set.find(name);
  if (found !== undefined) return found;
  const catalog = services.catalogs?.store.find(principal.tenant, name.split(/[. ]/, 1).join(''));
  if (catalog?.record.enabled === false) throw disabled(name, catalog);
  // Throws if its files are damaged.
  catalog?.open();
  const hits = set.search().find(name.replaceAll(/[.:_-]/g, ' '), 3);
  const near = hits.flatMap(({ at }) => set.all[at]?.id ?? []);
  const nearest =
    near.length > 0
      ? near
      : [
          findNearest(
            name,
            set.all.map(({ call }) => call),
          ) ?? [],
        ].flat();
  const hint = nearest.length === 0 ? '' : ` Similar: ${nearest.map((each) => `“${each}”`).join(', ')}.`;
  throw new OperationError({ code: 'command_not_found', message: `No command is called “${name}”.${hint}` });
}

const disabled = (name: string, { record }: Catalog): OperationError =>
  new OperationError({
    code: 'command_not_found',
    message: `“${name}” cannot be called: the catalog “${record.title}” is disabled.`,
    suggestedAction: phrase`Enable it with ${{ operation: 'catalogs.setEnabled' }}.`,
  });

function ofCatalogs({ catalogs }: Services, tenant: string): readonly Command[] {
  const enabled = catalogs?.store.list(tenant).filter(({ record }) => record.enabled) ?? [];
  return enabled.flatMap((catalog) => {
    const { vendor } = catalog.record;
    const offered = catalogs?.store.listed(tenant).offered.find(([name]) => name === vendor)?.[1] ?? [];
    // None if its files are damaged.
    if (offered.length === 0) return [];
    return catalog.open().index.commands.flatMap((entry, at) => {
      const operation = offered[at];
      return operation === undefined ? [] : [toCommand(vendor, entry, operation, catalog)];
    });
  });
}

const ofConnectors = ({ data }: KnownOperations): readonly Command[] =>
  data.offered.flatMap(([connector, operations]) =>
    reservedConnectors.includes(connector)
      ? []
      : operations.map((operation) => toCommand(connector, entryOf(operation), operation, null)),
  );

function entryOf({ name, description, parameters, command }: ConnectorOperation): Entry {
  const { canonical, method, path, reads, deprecated } = command ?? {
    canonical: name,
    method: '',
    path: '',
    reads: false,
    deprecated: false,
  };
  const [summary = ''] = description.split('\n', 1);
  return { name, canonical, operationId: null, method, path, reads, summary, parameters, deprecated };
}

const toCommand = (
  connector: string,
  entry: Entry,
  operation: ConnectorOperation,
  catalog: Catalog | null,
): Command => ({
  id: `${connector} ${entry.canonical}`,
  call: `${connector}.${entry.name}`,
  connector,
  entry,
  operation,
  catalog,
});

function createSet(all: readonly Command[]): CommandSet {
  let search: CommandSearch | undefined;
  let byName: ReadonlyMap<string, Command> | undefined;
  return {
    all,
    search() {
      search ??= createCommandSearch(all.map(({ connector, entry }) => ({ catalog: connector, entry })));
      return search;
    },
    find(name) {
      byName ??= namesOf(all);
      return byName.get(name.trim().toLowerCase());
    },
  };
}

/** The full names; without a connector only where one command has the name. */
function namesOf(all: readonly Command[]): ReadonlyMap<string, Command> {
  const names = new Map<string, Command>();
  const bare = new Map<string, Command | null>();
  for (const command of all) {
    const { connector, entry } = command;
    for (const name of [entry.name, entry.canonical, entry.operationId]) {
      if (name === null) continue;
      for (const sign of ['.', ' ']) {
        const full = `${connector}${sign}${name}`.toLowerCase();
        if (!names.has(full)) names.set(full, command);
      }
      const other = bare.get(name.toLowerCase());
      bare.set(name.toLowerCase(), other === undefined || other === command ? command : null);
    }
  }
  for (const [name, command] of bare) if (command !== null && !names.has(name)) names.set(name, command);
  return names;
}
