/** The OpenAPI description of an API, and what requests and responses have that it does not allow. */
import { readFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import ipaddr from 'ipaddr.js';
import { parse } from 'yaml';

export type ApiName = 'hetzner' | 'github' | 'argocd';
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

export interface Mismatch {
  readonly where: 'path' | 'query' | 'header' | 'body' | 'response';
  /** With dots, such as `rules.0.port`; empty for the whole. */
  readonly field: string;
  readonly keyword: string;
  readonly message: string;
}

/** The values of a request, with the types that the description gives them. */
export interface Input {
  readonly path: Readonly<Record<string, Json>>;
  readonly query: Readonly<Record<string, Json>>;
  readonly body: Json | undefined;
}

export interface Operation {
  readonly id: string;
  /** Is performed without a valid token, too. */
  readonly isOpen: boolean;
}

export interface RawRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Json | undefined;
}

export interface Description {
  readonly document: JsonObject;
  /** The path of the base address, such as `/v1`. */
  readonly basePath: string;
  /** The methods of the path, or undefined if the description does not have it. */
  find(method: string, path: string): Match | undefined;
  readInput(operation: Operation, request: RawRequest): readonly [Input, readonly Mismatch[]];
  checkResponse(
    operation: Operation,
    status: number,
    type: string,
    body: Json | undefined,
  ): readonly Mismatch[];
}

export interface Match {
  readonly operation: Operation | undefined;
  readonly path: Readonly<Record<string, string>>;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly types: readonly string[];
  readonly itemTypes: readonly string[];
  readonly default: Json | undefined;
  readonly validate: ValidateFunction;
}

interface Route {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly operations: ReadonlyMap<string, DescribedOperation>;
  /** Of two that match, the one with fewer parameters is meant. */
  readonly parameterCount: number;
}

interface DescribedOperation extends Operation {
  readonly parameters: readonly Parameter[];
  readonly needsBody: boolean;
  readonly body: ValidateFunction | undefined;
  readonly responses: ReadonlyMap<string, ReadonlyMap<string, ValidateFunction>>;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

export function readDescription(name: ApiName): JsonObject {
  return parse(readFileSync(fileURLToPath(new URL(`${name}.yaml`, import.meta.url)), 'utf8'));
}

export function openDescription(name: ApiName): Description {
  const document = readDescription(name);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  addFormats(ajv);
  ajv.addSchema(document, name);

  const resolve = (value: Json | undefined, pointer: string): readonly [JsonObject, string] => {
    const object = (value ?? {}) as JsonObject;
    if (typeof object['$ref'] !== 'string') return [object, pointer];
    const target = object['$ref'].slice(1);
    return [at(document, target) as JsonObject, target];
  };
  const compile = (pointer: string): ValidateFunction =>
    ajv.compile({ $ref: `${name}#${pointer.split('/').map(encodeURIComponent).join('/')}` });

  const parameterAt = (value: Json, pointer: string): Parameter => {
    const [parameter, location] = resolve(value, pointer);
    const [schema] = resolve(parameter['schema'], '');
    const [items] = resolve(schema['items'], '');
    return {
      name: String(parameter['name']),
      in: parameter['in'] as Parameter['in'],
      required: parameter['required'] === true,
      types: [schema['type'] ?? []].flat() as string[],
      itemTypes: [items['type'] ?? []].flat() as string[],
      default: schema['default'],
      validate: compile(`${location}/schema`),
    };
  };

  const parametersAt = (pointer: string): readonly Parameter[] =>
    ((at(document, pointer) ?? []) as readonly Json[]).map((each, index) =>
      parameterAt(each, `${pointer}/${index}`),
    );

  const contentOf = (pointer: string): ReadonlyMap<string, ValidateFunction> => {
    const [value, location] = resolve(at(document, pointer), pointer);
    return new Map(
      Object.keys((value['content'] ?? {}) as JsonObject).map((type) => [
        type,
        compile(`${location}/content/${escapePointer(type)}/schema`),
      ]),
    );
  };

  const operationAt = (pointer: string, shared: readonly Parameter[]): DescribedOperation => {
    const value = at(document, pointer) as JsonObject;
    const security = (value['security'] ?? document['security'] ?? []) as readonly JsonObject[];
    return {
      id: String(value['operationId']),
      isOpen: security.length === 0 || security.some((each) => Object.keys(each).length === 0),
      parameters: [...shared, ...parametersAt(`${pointer}/parameters`)],
      needsBody: (value['requestBody'] as JsonObject | undefined)?.['required'] === true,
      body: contentOf(`${pointer}/requestBody`).get('application/json'),
      responses: new Map(
        Object.keys(value['responses'] as JsonObject).map((status) => [
          status,
          contentOf(`${pointer}/responses/${status}`),
        ]),
      ),
    };
  };

  const routes = Object.entries(document['paths'] as JsonObject).map(([path, item]): Route => {
    const pointer = `/paths/${escapePointer(path)}`;
    const shared = parametersAt(`${pointer}/parameters`);
    const present = methods.filter((method) => Object.hasOwn(item as JsonObject, method));
    const several = new Set(
      [pointer, ...present.map((method) => `${pointer}/${method}`)]
        .flatMap((each) => (at(document, `${each}/parameters`) ?? []) as readonly Json[])
        .map((each) => resolve(each, '')[0])
        .filter((each) => each['x-multi-segment'] === true)
        .map((each) => String(each['name'])),
    );
    const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, parameter = '']) => parameter);
    const pattern = path
      .replace(/[.]/g, '\\$&')
      .replace(/\{([^}]+)\}/g, (_, parameter) => (several.has(parameter) ? '(.+)' : '([^/]+)'));
    return {
      pattern: new RegExp(`^${pattern}$`),
      names,
      parameterCount: names.length,
      operations: new Map(
        present.map((method) => [method.toUpperCase(), operationAt(`${pointer}/${method}`, shared)]),
      ),
    };
  });
  routes.sort((a, b) => a.parameterCount - b.parameterCount);

  const [server] = document['servers'] as readonly JsonObject[];
  const basePath = String(server?.['url']).replace(/^https:\/\/[^/]+/, '');

  return {
    document,
    basePath,
    find(method, path) {
      if (!path.startsWith(`${basePath}/`)) return undefined;
      const rest = path.slice(basePath.length);
      const candidates = routes.filter(({ pattern }) => pattern.test(rest));
      const route = candidates.find(({ operations }) => operations.has(method)) ?? candidates[0];
      const values = route?.pattern.exec(rest)?.slice(1);
      if (route === undefined || values === undefined) return undefined;
      try {
        return {
          operation: route.operations.get(method),
          path: Object.fromEntries(
            values.map((value, index) => [route.names[index] ?? '', decodeURIComponent(value)]),
          ),
        };
      } catch {
        return undefined;
      }
    },
    readInput: (operation, request) => readInput(operation as DescribedOperation, request),
    checkResponse(operation, status, type, body) {
      const { responses } = operation as DescribedOperation;
      const content =
        responses.get(String(status)) ??
        responses.get(`${Math.floor(status / 100)}XX`) ??
        responses.get('default');
      const problem = (keyword: string, message: string): readonly Mismatch[] => [
        { where: 'response', field: '', keyword, message },
      ];
      if (content === undefined) return problem('status', `status ${status} is not described`);
      if (content.size === 0) return body === undefined ? [] : problem('content', 'a body is not described');
      const validate = content.get(type);
      if (validate === undefined) return problem('content', `content of type ${type} is not described`);
      return mismatchesOf(validate, body ?? null, 'response');
    },
  };
}

function readInput(
  operation: DescribedOperation,
  { path, query, headers, body }: RawRequest,
): readonly [Input, readonly Mismatch[]] {
  const mismatches: Mismatch[] = [];
  const input = { path: {} as Record<string, Json>, query: {} as Record<string, Json> };
  for (const parameter of operation.parameters) {
    const { name, in: where } = parameter;
    const sent =
      where === 'query'
        ? query.getAll(name)
        : [where === 'path' ? path[name] : headers[name.toLowerCase()]]
            .flat()
            .filter((each) => each !== undefined);
    if (sent.length === 0) {
      if (parameter.required) {
        mismatches.push({ where, field: name, keyword: 'required', message: 'is missing' });
      }
      if (where !== 'header' && parameter.default !== undefined) input[where][name] = parameter.default;
      continue;
    }
    if (sent.length > 1 && !parameter.types.includes('array')) {
      mismatches.push({ where, field: name, keyword: 'type', message: 'is given several times' });
    }
    const value = parameter.types.includes('array')
      ? sent.map((each) => coerce(String(each), parameter.itemTypes))
      : coerce(String(sent[0]), parameter.types);
    mismatches.push(...mismatchesOf(parameter.validate, value, where, name));
    if (where !== 'header') input[where][name] = value;
  }
  const known = new Set(operation.parameters.filter((each) => each.in === 'query').map((each) => each.name));
  for (const name of new Set(query.keys())) {
    if (known.has(name)) continue;
    mismatches.push({ where: 'query', field: name, keyword: 'additionalProperties', message: 'is unknown' });
  }
  mismatches.push(...checkBody(operation, headers['content-type'], body));
  return [{ ...input, body }, mismatches];
}

function checkBody(
  { body: validate, needsBody }: DescribedOperation,
  type: string | readonly string[] | undefined,
  body: Json | undefined,
): readonly Mismatch[] {
  const problem = (keyword: string, message: string): readonly Mismatch[] => [
    { where: 'body', field: '', keyword, message },
  ];
  if (body === undefined) return needsBody ? problem('required', 'is missing') : [];
  if (validate === undefined) return problem('content', 'is not expected');
  const mismatches = mismatchesOf(validate, body, 'body');
  if (/^application\/json\s*(;|$)/i.test(String(type))) return mismatches;
  return [...problem('content', `has the content type ${type ?? '(none)'}`), ...mismatches];
}

function coerce(text: string, types: readonly string[]): Json {
  if (types.includes('integer') && /^-?\d{1,16}$/.test(text)) return Number(text);
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

/** `if` and the like only repeat what another error says. */
const wrappers = new Set(['if', 'oneOf', 'anyOf', 'propertyNames']);

function mismatchesOf(
  validate: ValidateFunction,
  value: Json,
  where: Mismatch['where'],
  prefix = '',
): readonly Mismatch[] {
  if (validate(value)) return [];
  const errors = validate.errors ?? [];
  const told = errors.filter(({ keyword }) => !wrappers.has(keyword));
  return (told.length > 0 ? told : errors).map((error) => ({
    where,
    field: fieldOf(error, prefix),
    keyword: error.keyword,
    message: error.message ?? error.keyword,
  }));
}

function fieldOf({ instancePath, keyword, params }: ErrorObject, prefix: string): string {
  const last =
    keyword === 'required'
      ? params['missingProperty']
      : keyword === 'additionalProperties'
        ? params['additionalProperty']
        : undefined;
  return [prefix, ...instancePath.split('/').slice(1), last]
    .filter((each) => each !== undefined && each !== '')
    .join('.');
}

function at(document: Json, pointer: string): Json | undefined {
  let value: Json | undefined = document;
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as JsonObject)[name];
  }
  return value;
}

function escapePointer(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

const privateRanges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'];

/** Whether the address has no bits after its prefix. */
function isCidr(text: string): boolean {
  try {
    const [address] = ipaddr.parseCIDR(text);
    const kind = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
    return kind.networkAddressFromCIDR(text).toString() === address.toString();
  } catch {
    return false;
  }
}

/** Whether an IPv4 range is inside of another. */
export function isInside(inner: string, outer: string): boolean {
  const [innerAddress, innerBits] = ipaddr.parseCIDR(inner);
  const [outerAddress, outerBits] = ipaddr.parseCIDR(outer);
  return innerBits >= outerBits && innerAddress.match(outerAddress, outerBits);
}

function isPrivateRange(text: string, maxBits: number): boolean {
  if (!isCidr(text) || !isIPv4(text.split('/')[0] ?? '')) return false;
  return Number(text.split('/')[1]) <= maxBits && privateRanges.some((range) => isInside(text, range));
}

function isPortRange(text: string): boolean {
  if (!/^\d{1,5}(-\d{1,5})?$/.test(text)) return false;
  const [first = 0, last = first] = text.split('-').map(Number);
  return first >= 1 && last <= 65_535 && first <= last;
}

function addFormats(ajv: Ajv2020): void {
  const add = (name: string, validate: (text: string) => boolean) =>
    ajv.addFormat(name, { type: 'string', validate });
  add('cidr', isCidr);
  add('hetzner-network-range', (text) => isPrivateRange(text, 24));
  add('hetzner-subnet-range', (text) => isPrivateRange(text, 30));
  add('port-range', isPortRange);
  add('base64', (text) => {
    const bare = text.replace(/\n/g, '');
    return bare.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(bare);
  });
  add('label-selector', (text) =>
    text
      .split(/,(?![^(]*\))/)
      .every((each) =>
        /^\s*(!?[\w./-]+|[\w./-]+\s*(==?|!=)\s*[\w.-]*|[\w./-]+\s+(not)?in\s*\([\w.,\s-]+\))\s*$/.test(each),
      ),
  );
  add('repository-address', (text) =>
    /^((https?|ssh|oci|git):\/\/[^\s/]+(\/\S*)?|[\w.-]+@[\w.-]+:\S+|[\w.-]+(:\d+)?\/\S+)$/.test(text),
  );
}
