/** A version of a catalog, opened: its commands as operations. What a command is in detail is read when it is needed. */
import {
  type ApiOperation,
  type CatalogIndex,
  type CommandDetail,
  type CommandEntry,
  type CompiledCatalog,
  type OpenApi,
  openCommand,
  placesOf,
} from '../../catalogs/index.ts';
import type { ConnectorOperation } from '../../languages/index.ts';
import { LruCache } from '../../runtime/index.ts';

export interface OpenedVersion extends OpenApi {
  readonly index: CatalogIndex;
  /** By any of its names. */
  entry(name: string): CommandEntry | undefined;
  /** Everything about a command. `undefined` if there is none of this name. */
  detail(name: string): CommandDetail | undefined;
}

const maxDetails = 200;

export function openedVersion({ index, detail }: CompiledCatalog): OpenedVersion {
  const places = placesOf(index.commands);
  const details = new LruCache<CommandDetail>(maxDetails);
  const detailAt = (at: number): CommandDetail => {
    const found = details.get(String(at)) ?? detail(at);
    details.set(String(at), found);
    return found;
  };
  const operations = index.commands.map((entry, at) => toOperation(entry, () => detailAt(at)));
  const opened = new LruCache<ApiOperation>(maxDetails);
  const entry = (name: string): CommandEntry | undefined => index.commands[places.get(name) ?? -1];
  return {
    index,
    entry,
    detail(name) {
      const at = places.get(name);
      return at === undefined ? undefined : detailAt(at);
    },
    operations,
    schemes: new Map(Object.entries(index.schemes)),
    find(name) {
      const at = places.get(name);
      const found = entry(name);
      if (at === undefined || found === undefined) return undefined;
      const known = opened.get(found.name) ?? whole(() => openCommand(detailAt(at), found.name));
      if (known !== undefined) opened.set(found.name, known);
      return known;
    },
  };
}

function toOperation(entry: CommandEntry, detail: () => CommandDetail): ConnectorOperation {
  const { name, summary, canonical, method, path, reads, deprecated } = entry;
  const known = (): typeof nothingKnown => whole(detail) ?? nothingKnown;
  return {
    name,
    description: summary,
    command: { canonical, method, path, reads, deprecated },
    get parameters() {
      return known().parameters;
    },
    get open() {
      return known().open;
    },
    get result() {
      return known().result;
    },
    get example() {
      return known().example ?? undefined;
    },
  };
}

/** `undefined` if what it reads is damaged. */
function whole<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Of a command whose line is damaged: documents that call it are read nevertheless. */
const nothingKnown: Pick<CommandDetail, 'parameters' | 'open' | 'result' | 'example'> = {
  parameters: [],
  open: true,
  result: { kind: 'any' },
  example: null,
};
