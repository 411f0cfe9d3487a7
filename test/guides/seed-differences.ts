/** Compares an answer with the design: every shown field must exist; additional fields are allowed. */

/** @returns paths of the fields that differ, with both values */
export function differences(shown: unknown, found: unknown, path = ''): Readonly<Record<string, Difference>> {
  if (isObject(shown) && isObject(found)) {
    const parts = Object.entries(shown).map(([name, value]) =>
      differences(value, found[name], path === '' ? name : `${path}.${name}`),
    );
    return Object.assign({}, ...parts);
  }
  if (Array.isArray(shown) && Array.isArray(found) && shown.some(isObject)) {
    const parts = shown.map((each: Fields) =>
      differences(
        each,
        found.find((other) => isObject(other) && other['id'] === each['id']),
        `${path}[${each['id']}]`,
      ),
    );
    return Object.assign({}, ...parts);
  }
  if (Array.isArray(shown) && Array.isArray(found)) {
    const parts = shown.map((each, at) => differences(each, found[at], `${path}[${at}]`));
    const isLonger = found.length > shown.length;
    const more = isLonger ? { [`${path}.length`]: { shown: shown.length, found: found.length } } : {};
    return Object.assign({}, ...parts, more);
  }
  return isSame(shown, found) ? {} : { [path]: { shown, found } };
}

export interface Difference {
  readonly shown: unknown;
  readonly found: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text that ends with dots is only the beginning. */
function isSame(shown: unknown, found: unknown): boolean {
  if (typeof shown === 'string' && shown.endsWith('...') && typeof found === 'string') {
    return found.startsWith(shown.slice(0, -3));
  }
  return shown === found;
}
