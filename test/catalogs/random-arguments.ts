/**
 * Valid arguments for any operation of a document, at random: reads the document itself, with nothing of what is tested. A
 * value that cannot be made, because of a pattern for instance, is left out where it is optional.
 */
import type { Json } from '../../src/expression/index.ts';
import type { Random } from '../../src/testing/index.ts';

type Schema = { readonly [keyword: string]: Json };

export interface DocumentOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Schema[];
  readonly body: { readonly schema: Json; readonly mediaType: string; readonly required: boolean } | null;
}

/** What cannot be made. */
export class CannotMake extends Error {}

export class RandomArguments {
  readonly #root: Json;
  readonly #random: Random;

  constructor(root: Json, random: Random) {
    this.#root = root;
    this.#random = random;
  }

  /**
   * By name. Throws CannotMake.
   * @param names those that the operation lists: the fields of its body, or the body as a whole
   */
  of(
    { parameters, body }: DocumentOperation,
    names: readonly string[],
    all: boolean,
  ): { readonly [name: string]: Json } {
    const args: Record<string, Json> = {};
    for (const parameter of parameters) {
      const required = parameter['required'] === true || parameter['in'] === 'path';
      if (!required && !all && this.#random.chance(0.5)) continue;
      this.#add(args, String(parameter['name']), required, () =>
        this.#value(schemaOf(parameter), 0, parameter['in'] === 'path'),
      );
    }
    if (body === null) return args;
    const made = this.#attempt(() => this.#value(body.schema, 0));
    if (made === undefined && body.required) throw new CannotMake('body');
    if (made === undefined) return args;
    const isListed = isObject(made) && Object.keys(made).every((name) => names.includes(name));
    const isWhole = !isListed || (Object.keys(made).length === 0 && names.includes('body'));
    return isWhole ? { ...args, body: made } : { ...args, ...made };
  }

  #add(to: Record<string, Json>, name: string, required: boolean, make: () => Json): void {
    const made = this.#attempt(make);
    if (made !== undefined) to[name] = made;
    else if (required) throw new CannotMake(name);
  }

  #attempt(make: () => Json): Json | undefined {
    try {
      return make();
    } catch (error) {
      if (error instanceof CannotMake) return undefined;
      throw error;
    }
  }

  #resolve(schema: Json): Schema {
    let at: Json = schema;
    for (let hops = 0; hops < 20; hops++) {
      const reference: unknown = isObject(at) ? at['$ref'] : undefined;
      if (typeof reference !== 'string') break;
      at = reference
        .slice(2)
        .split('/')
        .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce<Json>((inner, key) => (isObject(inner) ? (inner[key] ?? null) : null), this.#root);
    }
    if (!isObject(at)) return {};
    const { allOf, ...own } = at;
    if (!Array.isArray(allOf)) return at;
    const parts = [own, ...(allOf as readonly Json[]).map((part) => this.#resolve(part))];
    return {
      ...Object.assign({}, ...parts),
      properties: Object.assign({}, ...parts.map((part) => asObject(part['properties']))),
      required: parts.flatMap((part) => asList(part['required'])),
    };
  }

  #value(given: Json, depth: number, isInPath = false): Json {
    if (depth > 12) throw new CannotMake('depth');
    const schema = this.#resolve(given);
    const choices = asList(schema['enum']).filter((each) => each !== null);
    if (schema['const'] !== undefined) return schema['const'];
    if (choices.length > 0) return this.#random.pick(choices);
    const alternatives = [...asList(schema['oneOf']), ...asList(schema['anyOf'])].filter(
      (each) => !isObject(each) || Object.keys(each).some((key) => key !== 'required'),
    );
    const types = [schema['type']].flat().filter((type) => typeof type === 'string' && type !== 'null');
    if (alternatives.length > 0 && schema['properties'] === undefined) {
      const chosen = this.#random.pick(alternatives);
      return this.#value(
        types.length === 0 ? chosen : { ...schema, ...this.#resolve(chosen), anyOf: [], oneOf: [] },
        depth + 1,
        isInPath,
      );
    }
    const type = types[0] ?? (schema['properties'] === undefined ? 'string' : 'object');
    if (type === 'boolean') return this.#random.chance(0.5);
    if (type === 'integer' || type === 'number') return this.#number(schema);
    if (type === 'array') return this.#list(schema, depth);
    if (type === 'object') return this.#object(schema, depth);
    return this.#text(schema, isInPath);
  }

  #number(schema: Schema): number {
    const bound = (key: string, otherwise: number): number =>
      typeof schema[key] === 'number' ? schema[key] : otherwise;
    const min = bound('minimum', 1);
    const max = bound('maximum', Math.max(min, 1) + 50);
    const step = bound('multipleOf', 1);
    return (
      Math.ceil(min / step) * step +
      step * this.#random.between(0, Math.min(3, Math.floor((max - min) / step)))
    );
  }

  #list(schema: Schema, depth: number): Json {
    const min = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0;
    const max = typeof schema['maxItems'] === 'number' ? schema['maxItems'] : min + 2;
    const count = Math.max(min, Math.min(max, this.#random.between(1, 2)));
    const items = Array.from({ length: count }, () => this.#value(schema['items'] ?? {}, depth + 1));
    return schema['uniqueItems'] === true ? items.slice(0, Math.max(min, 1)) : items;
  }

  #object(schema: Schema, depth: number): Json {
    const made: Record<string, Json> = {};
    const required = asList(schema['required']);
    for (const [name, property] of Object.entries(asObject(schema['properties']))) {
      const isRequired = required.includes(name);
      if (this.#resolve(property)['readOnly'] === true) continue;
      if (!isRequired && this.#random.chance(depth > 2 ? 0.9 : 0.4)) continue;
      this.#add(made, name, isRequired, () => this.#value(property, depth + 1));
    }
    const groups = asList(schema['oneOf'] ?? schema['anyOf']).map((each) =>
      asList(asObject(each)['required']),
    );
    const group = groups.length === 0 ? [] : this.#random.pick(groups);
    // Exactly one of the groups.
    for (const other of groups.flat())
      if (!group.includes(other) && !required.includes(other)) delete made[String(other)];
    for (const name of group) {
      const property = asObject(schema['properties'])[String(name)];
      if (property !== undefined && !(String(name) in made))
        this.#add(made, String(name), true, () => this.#value(property, depth + 1));
    }
    for (const name of required) if (!(String(name) in made)) made[String(name)] = 'x';
    const others = schema['additionalProperties'];
    if (isObject(others) && depth < 3) this.#add(made, 'extra', false, () => this.#value(others, depth + 1));
    return made;
  }

  #text(schema: Schema, isInPath: boolean): string {
    if (typeof schema['pattern'] === 'string') {
      const pattern = new RegExp(schema['pattern'], 'u');
      const candidates = [
        schema['example'],
        schema['default'],
        'abc',
        'ABC123',
        '123',
        'a'.repeat(40),
        '0'.repeat(40),
        '#a1b2c3',
        'a1b2c3',
      ];
      const found = candidates.find((each) => typeof each === 'string' && pattern.test(each));
      if (typeof found === 'string') return found;
      throw new CannotMake(schema['pattern']);
    }
    const known: { readonly [format: string]: string } = {
      'date-time': '2026-01-31T12:00:00Z',
      date: '2026-01-31',
      uuid: '9b2cf6a0-3a52-4c59-8f5b-2f8b4ad0d2c1',
      uri: 'https://api.example.com/a?b=c',
      url: 'https://api.example.com/a?b=c',
      email: 'ann@example.com',
    };
    const formatted = known[String(schema['format'])];
    if (formatted !== undefined) return formatted;
    const min = typeof schema['minLength'] === 'number' ? schema['minLength'] : 1;
    const max = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : 60;
    // Signs that mean something in an address, a form or a header, and some that need several bytes.
    const text = this.#random.pick([
      'a b&c=d',
      'x+y%20z',
      'grüße/東京',
      'plain',
      'a,b;c',
      '"quoted"',
      'q?#[]',
    ]);
    const padded = text.padEnd(min, 'x').slice(0, max);
    return isInPath ? padded.replaceAll('/', '-') : padded;
  }
}

const schemaOf = (parameter: Schema): Json => {
  const content = Object.values(asObject(parameter['content']))[0];
  return parameter['schema'] ?? (isObject(content) ? (content['schema'] ?? {}) : parameter);
};

const isObject = (json: Json | undefined): json is Schema =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
const asObject = (json: Json | undefined): Schema => (isObject(json) ? json : {});
const asList = (json: Json | undefined): readonly Json[] =>
  Array.isArray(json) ? (json as readonly Json[]) : [];
