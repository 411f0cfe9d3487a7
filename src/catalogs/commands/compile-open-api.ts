/**
 * Compiles an OpenAPI document into a catalog of commands: an index, and the detail of each command. A document that cannot
 * be imported gives all problems instead; what is left out of it is a warning. Fetches nothing.
 */
import type { Json } from '../../expression/index.ts';
import { parseUrl } from '../../runtime/index.ts';
import { type ApiDocument, createApiDocument } from '../document/api-document.ts';
import { type DocumentProblem, editionOf, findProblems } from '../document/find-problems.ts';
import type { Endpoint } from '../document/list-endpoints.ts';
import { type Argument, argumentsOf } from '../document/operation-parameters.ts';
import { asText, ownField } from '../document/own-field.ts';
import { schemesOf } from '../document/security-of.ts';
import { serversOf } from '../document/server-of.ts';
import type { CatalogFormat, CommandEntry, CompileOptions, CompileResult } from './catalog.ts';
import {
  warningsOfDocument,
  warningsOfReferences,
  warningsOfSchemes,
  warningsOfServers,
  warningsOfSize,
} from './compile-warnings.ts';
import { createProviderFinder } from './create-provider-finder.ts';
import { createSlicer, type Slicer } from './create-slicer.ts';
import { callableEndpoints, describeCommand } from './describe-command.ts';
import { detailOf } from './detail-of.ts';
import { type CommandNames, nameCommands } from './name-commands.ts';

/** Of all commands together. */
const maxSlices = 64 * 1024 * 1024;
/** Of what is listed of all commands. What their providers take is counted when the catalog is written. */
const maxIndex = 12 * 1024 * 1024;
/** Of servers and security schemes. */
const maxHead = 1024 * 1024;
const maxTitle = 200;

interface NamedEndpoint extends CommandNames {
  readonly endpoint: Endpoint;
}

interface Command extends NamedEndpoint {
  readonly parameters: readonly Argument[];
  /** Without providers. */
  readonly entry: CommandEntry;
}

export function compileOpenApi(document: Json, { previous = [] }: CompileOptions = {}): CompileResult {
  const endpoints = callableEndpoints(document);
  const problems = problemsOf(document, endpoints.length);
  if (problems.length > 0) return { kind: 'problems', format: formatOf(document), problems };
  const api = createApiDocument(document);
  const slicer = createSlicer(document);
  const { usable, unusable } = splitServers(serversOf(document));
  const schemes = schemesOf(api);
  if (bytesOf({ usable, schemes: [...schemes] }) > maxHead)
    return { kind: 'problems', format: formatOf(document), problems: [largeHead] };
  const names = nameCommands(endpoints, previous);
  const named = endpoints.flatMap((endpoint, at): readonly NamedEndpoint[] => {
    const given = names[at];
    return given === undefined ? [] : [{ endpoint, ...given }];
  });
  const { commands, left, lost } = choose(api, named, slicer);
  const info = ownField(document, 'info');
  return {
    kind: 'catalog',
    catalog: {
      index: {
        format: isOld(document) ? 'openapi_2' : 'openapi_3',
        title: cut(ownField(info, 'title')),
        version: cut(ownField(info, 'version')),
        servers: usable,
        schemes: Object.fromEntries(schemes),
        commands: toEntries(api, commands),
        warnings: [
          ...warningsOfDocument(document, endpoints),
          ...warningsOfServers(unusable),
          ...warningsOfSchemes(schemes),
          ...warningsOfReferences(lost),
          ...warningsOfSize(left),
        ],
      },
      detail(at) {
        const command = commands[at];
        if (command === undefined) throw new Error(`The catalog has no command ${at}.`);
        const { endpoint, name } = command;
        return detailOf(api, endpoint, slicer.slice(endpoint, name));
      },
    },
  };
}

function problemsOf(document: Json, count: number): readonly DocumentProblem[] {
  const problems = findProblems(document, count);
  if (problems.length > 0 || count > 0) return problems;
  const message = 'The document has no operations: nothing in its `paths` can be called.';
  return [{ path: '$.paths', rule: 'operations_presence', message, expected: 'at least one operation' }];
}

const largeHead: DocumentProblem = {
  path: '$',
  rule: 'catalog_size',
  message: `The servers and security schemes of the document have more than ${maxHead / 1024} KiB.`,
  expected: `at most ${maxHead / 1024} KiB`,
};

const isOld = (document: Json): boolean => /^2/.test(editionOf(document) ?? '');

function formatOf(document: Json): CatalogFormat | 'unknown' {
  const isKnown = !findProblems(document, 0).some(({ rule }) => rule === 'openapi_version');
  if (!isKnown) return 'unknown';
  return isOld(document) ? 'openapi_2' : 'openapi_3';
}

interface Chosen {
  readonly commands: readonly Command[];
  /** Names of those that are too large. */
  readonly left: readonly string[];
  /** References that lead nowhere. */
  readonly lost: readonly string[];
}

function choose(api: ApiDocument, named: readonly NamedEndpoint[], slicer: Slicer): Chosen {
  const lost = new Set<string>();
  const commands: Command[] = [];
  const left: string[] = [];
  let [slices, index] = [0, 0];
  for (const each of named) {
    const size = slicer.measure(each.endpoint);
    slices += size?.bytes ?? 0;
    const parameters = size === undefined || slices > maxSlices ? [] : argumentsOf(api, each.endpoint);
    const entry = entryOf(each, parameters);
    const listed = bytesOf(entry);
    if (size === undefined || slices > maxSlices || index + listed > maxIndex) {
      left.push(each.name);
      if (slices > maxSlices) slices -= size?.bytes ?? 0;
      continue;
    }
    index += listed;
    commands.push({ ...each, parameters, entry });
    for (const reference of size.lost) lost.add(reference);
  }
  return { commands, left, lost: [...lost] };
}

function entryOf(
  { name, canonical, endpoint }: NamedEndpoint,
  parameters: readonly Argument[],
): CommandEntry {
  const { method, path, reads, deprecated, summary } = describeCommand(endpoint);
  const operationId = asText(ownField(endpoint.operation, 'operationId')) ?? null;
  const listed = parameters.map((parameter) => ({ name: parameter.name, required: parameter.required }));
  return { name, canonical, operationId, method, path, reads, summary, parameters: listed, deprecated };
}

const bytesOf = (data: unknown): number => Buffer.byteLength(JSON.stringify(data));

function toEntries(api: ApiDocument, commands: readonly Command[]): readonly CommandEntry[] {
  const findProvider = createProviderFinder(api, commands);
  return commands.map(({ entry, parameters }, at): CommandEntry => {
    const listed = parameters.map((parameter) => {
      const provider = findProvider(at, parameter);
      const { name, required } = parameter;
      return provider === undefined ? { name, required } : { name, required, provider };
    });
    return { ...entry, parameters: listed };
  });
}

function splitServers(servers: readonly string[]) {
  const isUsable = (url: string): boolean =>
    /^https?:$/.test(parseUrl(url)?.protocol ?? '') && !/[{}]/.test(url);
  const distinct = [...new Set(servers)].filter((url) => url !== '');
  return { usable: distinct.filter(isUsable), unusable: distinct.filter((url) => !isUsable(url)) };
}

const cut = (json: Json | undefined): string => (asText(json) ?? '').trim().slice(0, maxTitle);
