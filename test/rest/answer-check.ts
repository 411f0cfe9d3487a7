/**
 * Validates real answers against an OpenAPI document: status, headers, media type and body [W4.2]. The document is
 * open for new fields; here an answer has exactly the described ones.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

export interface CheckedAnswer {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  /** `undefined` if there is none. */
  readonly body: unknown;
}

/** Throws if the answer does not match the document. @returns the id of the operation */
export type CheckAnswer = (answer: CheckedAnswer) => string;

type Described = { readonly [name: string]: Described };

/** Documented for every route that may send them. */
const told = [
  'etag',
  'link',
  'location',
  'retry-after',
  'www-authenticate',
  'preference-applied',
  'cache-control',
  'x-correlation-id',
];

export function createAnswerCheck(document: unknown): CheckAnswer {
  const root = document as Described;
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  formats.default(ajv);
  ajv.addSchema(root, 'openapi');
  ajv.addSchema(closed(root) as Described, 'closed');
  const compiled = new Map<string, ValidateFunction>();
  const shapeAt = (pointer: string): ValidateFunction => {
    const both = { allOf: [{ $ref: `openapi${pointer}` }, { $ref: `closed${pointer}` }] };
    const known = compiled.get(pointer) ?? ajv.compile(both);
    compiled.set(pointer, known);
    return known;
  };
  const routes = Object.keys(root['paths'] ?? {}).map((template) => ({
    template,
    pattern: patternOf(template),
  }));
  return ({ method, path, status, headers, body }) => {
    const plain = path.replace(/\?.*$/s, '');
    const fitting = routes.filter(({ pattern }) => pattern.test(plain));
    // Fixed segments take precedence over variables.
    const { template = '' } = fitting.sort((a, b) => bracesIn(a.template) - bracesIn(b.template))[0] ?? {};
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = root['paths']?.[template]?.[verb];
    const what = `${method} ${path} (${status})`;
    if (operation === undefined) throw new Error(`${what} is not described.`);
    const start = `#/paths/${pointed(template)}/${verb}/responses`;
    const { pointer, found } = follow(
      root,
      `${start}/${operation['responses']?.[status] === undefined ? 'default' : status}`,
    );
    const missing = Object.entries(found['headers'] ?? {}).filter(
      ([name, header]) => isRequired(root, header) && !headers.has(name),
    );
    if (missing.length > 0) throw new Error(`${what} has no ${missing.map(([name]) => name).join(', ')}.`);
    const listed = Object.keys(found['headers'] ?? {}).map((name) => name.toLowerCase());
    const untold = told.filter((name) => headers.has(name) && !listed.includes(name));
    if (untold.length > 0)
      throw new Error(`${what} has a header that is not described: ${untold.join(', ')}.`);
    const type = (headers.get('content-type') ?? '').replace(/;.*$/, '');
    const content = Object.keys(found['content'] ?? {});
    if (body === undefined ? content.length > 0 && method !== 'HEAD' : !content.includes(type)) {
      throw new Error(`${what} is described as ${content.join(', ') || 'nothing'}, and is “${type}”.`);
    }
    if (body !== undefined) {
      const fits = shapeAt(`${pointer}/content/${pointed(type)}/schema`);
      if (!fits(body))
        throw new Error(`${what} does not fit: ${ajv.errorsText(fits.errors)}\n${JSON.stringify(body)}`);
    }
    return String(operation['operationId']);
  };
}

/** The same, closed for undescribed fields. */
function closed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(closed);
  const inside = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, closed(each)]));
  const isShape = inside['type'] === 'object' && 'properties' in inside;
  return isShape ? { additionalProperties: false, ...inside } : inside;
}

/** The target of a pointer. */
function follow(root: Described, start: string): { readonly pointer: string; readonly found: Described } {
  const found = start
    .slice(2)
    .split('/')
    .reduce<Described | undefined>(
      (value, name) => value?.[decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')],
      root,
    );
  if (found === undefined) throw new Error(`There is nothing at ${start}.`);
  const further: unknown = found['$ref'];
  return typeof further === 'string' ? follow(root, further) : { pointer: start, found };
}

function isRequired(root: Described, header: Described): boolean {
  const { $ref } = header as { readonly $ref?: unknown };
  const whole = typeof $ref === 'string' ? follow(root, $ref).found : header;
  return (whole['required'] as unknown) === true;
}

/** The path of a document may contain slashes. */
function patternOf(template: string): RegExp {
  const parts = template
    .split('/')
    .map((part) => (part === '{path}' ? '.+' : part.startsWith('{') ? '[^/]+' : escaped(part)));
  return new RegExp(`^${parts.join('/')}$`);
}

const bracesIn = (template: string): number => template.split('{').length;
const escaped = (part: string): string => part.replaceAll('.', '\\.');
const pointed = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('%7E', '~');
