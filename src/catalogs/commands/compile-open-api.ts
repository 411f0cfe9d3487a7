/**
 * Compiles an OpenAPI document into a catalog of commands: an index, and the detail of each command. A document that cannot
 * be imported gives all problems instead; what is left out of it is a warning. Fetches nothing.
 */
import type { Json } from '../../expression/index.ts';
import { parseUrl } from '../../runtime/index.ts';
import { type ApiDocument, createApiDocument } from '../document/api-document.ts';
import { type DocumentProblem, editionOf, findProblems } from '../document/find-problems.ts';
import type { Endpoint } from '../document/list-endpoints.ts';
import { argumentsOf } from '../document/operation-parameters.ts';
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

/** Of the slices of all commands. */
const maxBytes = 64 * 1024 * 1024;
const maxTitle = 200;

interface Command extends CommandNames {
  readonly endpoint: Endpoint;
}

export function compileOpenApi(document: Json, { previous = [] }: CompileOptions = {}): CompileResult {
  const endpoints = callableEndpoints(document);
  const problems = problemsOf(document, endpoints.length);
  if (problems.length > 0) return { kind: 'problems', format: formatOf(document), problems };
  const api = createApiDocument(document);
  const slicer = createSlicer(document);
  const names = nameCommands(endpoints, previous);
  const named = endpoints.flatMap((endpoint, at): readonly Command[] => {
    const given = names[at];
    return given === undefined ? [] : [{ endpoint, ...given }];
  });
  const { commands, left, lost } = choose(named, slicer);
  const { usable, unusable } = splitServers(serversOf(document));
  const schemes = schemesOf(api);
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
        commands: entriesOf(api, commands),
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

function choose(named: readonly Command[], slicer: Slicer): Chosen {
  const lost = new Set<string>();
  const commands: Command[] = [];
  const left: string[] = [];
  let total = 0;
  for (const command of named) {
    const size = slicer.measure(command.endpoint);
    if (size === undefined || total + size.bytes > maxBytes) {
      left.push(command.name);
      continue;
    }
    total += size.bytes;
    commands.push(command);
    for (const reference of size.lost) lost.add(reference);
  }
  return { commands, left, lost: [...lost] };
}

function entriesOf(api: ApiDocument, commands: readonly Command[]): readonly CommandEntry[] {
  const known = commands.map(({ name, endpoint }) => ({
    name,
    endpoint,
    parameters: argumentsOf(api, endpoint),
  }));
  const findProvider = createProviderFinder(api, known);
  return commands.map(({ name, canonical, endpoint }, at): CommandEntry => {
    const { method, path, reads, deprecated, summary } = describeCommand(endpoint);
    const parameters = (known[at]?.parameters ?? []).map((parameter) => {
      const provider = findProvider(at, parameter);
      return {
        name: parameter.name,
        required: parameter.required,
        ...(provider === undefined ? {} : { provider }),
      };
    });
    const operationId = asText(ownField(endpoint.operation, 'operationId')) ?? null;
    return { name, canonical, operationId, method, path, reads, summary, parameters, deprecated };
  });
}

function splitServers(servers: readonly string[]) {
  const isUsable = (url: string): boolean =>
    /^https?:$/.test(parseUrl(url)?.protocol ?? '') && !/[{}]/.test(url);
  const distinct = [...new Set(servers)].filter((url) => url !== '');
  return { usable: distinct.filter(isUsable), unusable: distinct.filter((url) => !isUsable(url)) };
}

const cut = (json: Json | undefined): string => (asText(json) ?? '').trim().slice(0, maxTitle);
