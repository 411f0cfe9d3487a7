/** Creates references that are set or have a default, and expressions with them. */
import type { Json } from '../../src/kernel/model/json.ts';
import type { Random } from '../../src/testing/stand-ins/seeded-random.ts';

export type Plain = 'int' | 'text' | 'bool' | 'list' | 'any';

/**
 * The type of a variable: a plain value, the output of a call (`record`) or a loop (`results`), or an answer with
 * its fields.
 */
export type Shape = Plain | 'record' | 'results' | { readonly fields: Readonly<Record<string, Plain>> };

export interface ReferenceScope {
  /** Variables that are always set. */
  readonly sure: ReadonlySet<string>;
  readonly shapes: ReadonlyMap<string, Shape>;
}

const recordFields: Readonly<Record<string, Plain>> = {
  id: 'int',
  name: 'text',
  ok: 'bool',
  items: 'list',
};

/** The result of a call. */
export function randomRecord(random: Random, more = false): Json {
  return {
    id: random.int(100),
    name: random.pick(['ada', 'bob', 'cy']),
    ok: random.chance(0.5),
    items: Array.from({ length: random.int(4) }, () => random.int(10)),
    more,
  };
}

/** Paths of a type, without the dollar sign. */
function pathsOf(name: string, shape: Shape, kind: Plain): readonly string[] {
  if (typeof shape === 'object' || shape === 'record') {
    const fields = shape === 'record' ? recordFields : shape.fields;
    const inside = Object.entries(fields)
      .filter(([, each]) => kind === 'any' || each === kind)
      .map(([field]) => `${name}.${field}`);
    return kind === 'any' ? [name, ...inside] : inside;
  }
  if (kind === 'any' || shape === kind) return [name];
  return kind === 'int' && (shape === 'list' || shape === 'results') ? [`${name}.length`] : [];
}

/** A path of that type that is set, without the dollar sign; undefined if there is none. */
export function surePath(random: Random, { sure, shapes }: ReferenceScope, kind: Plain): string | undefined {
  const paths = [...sure].flatMap((name) => pathsOf(name, shapes.get(name) ?? 'any', kind));
  return paths.length === 0 ? undefined : random.pick(paths);
}

/** The output of a loop that is set; undefined if there is none. */
export function sureResults(random: Random, { sure, shapes }: ReferenceScope): string | undefined {
  const names = [...sure].filter((name) => shapes.get(name) === 'results');
  return names.length === 0 ? undefined : random.pick(names);
}

/** A field of a call's result that may be unset. */
export function unsurePath(random: Random, { sure, shapes }: ReferenceScope): string | undefined {
  const names = [...shapes].flatMap(([name, shape]) => (shape === 'record' && !sure.has(name) ? [name] : []));
  return names.length === 0 ? undefined : `${random.pick(names)}.id`;
}

const literals: Readonly<Record<Plain, (random: Random) => Json>> = {
  int: (random) => random.int(100),
  text: (random) => random.pick(['red', 'green', 'blue']),
  bool: (random) => random.chance(0.5),
  list: (random) => Array.from({ length: random.int(4) }, () => random.int(10)),
  any: (random) => random.pick<Json>([null, 7, 'x', [1, 'two'], { deep: [true] }, 'costs 5 $$']),
};

export const randomLiteral = (random: Random, kind: Plain): Json => literals[kind](random);

/** A template of a type. */
export function randomTemplate(random: Random, scope: ReferenceScope, kind: Plain): Json {
  const path = random.chance(0.75) ? surePath(random, scope, kind) : undefined;
  if (path !== undefined) return random.chance(0.2) ? `\${${path}}` : `$${path}`;
  const unsure = kind === 'any' || kind === 'int' ? unsurePath(random, scope) : undefined;
  if (unsure !== undefined && random.chance(0.5)) return `\${default(${unsure}, ${random.int(9)})}`;
  if (unsure !== undefined && kind === 'any' && random.chance(0.3)) return `$${unsure.replace('.', '?.')}`;
  return randomLiteral(random, kind);
}

export function randomArgs(random: Random, scope: ReferenceScope): Readonly<Record<string, Json>> {
  const value = (): Json => {
    if (random.chance(0.15)) return randomText(random, scope);
    if (random.chance(0.1)) return { in: [randomTemplate(random, scope, 'any'), 'as is'] };
    return randomTemplate(random, scope, random.pick(['int', 'text', 'any', 'any']));
  };
  return Object.fromEntries(['a', 'b', 'c'].slice(0, random.int(4)).map((name) => [name, value()]));
}

/** A text with a value in it, if there is one. */
export function randomText(random: Random, scope: ReferenceScope): string {
  const path = surePath(random, scope, random.pick(['int', 'text', 'bool']));
  return path === undefined ? 'nothing to tell' : `about $${path} and $$ more`;
}

export function randomCondition(random: Random, scope: ReferenceScope, depth = 0): Json {
  if (depth < 2 && random.chance(0.25)) {
    const [left, right] = [randomCondition(random, scope, 2), randomCondition(random, scope, 2)];
    return random.chance(0.3) ? `!(${left})` : `${left} ${random.pick(['&&', '||'])} ${right}`;
  }
  const unsure = unsurePath(random, scope);
  if (unsure !== undefined && random.chance(0.2)) return `default($${unsure}, 50) > ${random.int(100)}`;
  const [number, text, bool] = (['int', 'text', 'bool'] as const).map((kind) =>
    surePath(random, scope, kind),
  );
  const choices: Json[] = [
    ...(number === undefined
      ? []
      : [`$${number} ${random.pick(['<', '<=', '>', '>=', '==', '!='])} ${random.int(100)}`]),
    ...(text === undefined ? [] : [`$${text} ${random.pick(['==', '!='])} "ada"`]),
    ...(bool === undefined ? [] : [`$${bool}`, `!$${bool}`]),
  ];
  return random.pick(choices);
}
