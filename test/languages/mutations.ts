/** Changes one place of a document: a key renamed or removed, a value of another type. */

export interface Mutation {
  readonly what: string;
  readonly data: unknown;
}

type Path = readonly (string | number)[];

export function* mutationsOf(data: unknown): Generator<Mutation> {
  for (const path of pathsIn(data, [])) {
    const key = path.at(-1);
    const where = path.join('.');
    if (typeof key === 'string') {
      yield { what: `${where} removed`, data: changed(data, path, () => undefined) };
      yield { what: `${where} renamed`, data: renamed(data, path, `${key}_qqq`) };
    }
    for (const value of [17, ['a'], { qqq: 1 }])
      yield { what: `${where} = ${JSON.stringify(value)}`, data: changed(data, path, () => value) };
  }
}

function* pathsIn(value: unknown, path: Path): Generator<Path> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    yield here;
    yield* pathsIn(each, here);
  }
}

function changed(value: unknown, [key, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) return value.map((each, at) => (at === key ? changed(each, rest, change) : each));
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([name, each]) => {
      const next = name === key ? changed(each, rest, change) : each;
      return next === undefined ? [] : [[name, next]];
    }),
  );
}

/** Keeps the order of the keys. */
function renamed(value: unknown, path: Path, name: string): unknown {
  const last = path.at(-1);
  return changed(value, path.slice(0, -1), (map) =>
    Object.fromEntries(Object.entries(map as object).map(([key, each]) => [key === last ? name : key, each])),
  );
}
