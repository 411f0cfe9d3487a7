/** Reads the common fields of issuers and certificates: tenant, scopes, roles, kinds of principal. */
import {
  describeLocated,
  type Located,
  type LocatedEntry,
  type Reporter,
  readList,
  readText,
  report,
  text,
  type ValueType,
} from '../../languages/index.ts';
import { defaultTenant, isTenantName, tenantNameForm } from '../contract/tenant-name.ts';

export interface RightsReader {
  readonly reporter: Reporter;
  /** Whether several tenants share the installation. */
  readonly hasTenants: boolean;
}

/** One value, or a list of them. @param each starts a sentence about one of them */
export const several = <Value>(type: ValueType<Value>, each: string): ValueType<readonly Value[]> => ({
  read: (reporter, located, what) =>
    readSeveral(reporter, located, what, (item) => type.read(reporter, item, each)),
  schema: (refer) => {
    const one = type.schema(refer);
    return { anyOf: [one, { type: 'array', items: one, minItems: 1 }] };
  },
  label: `${type.label}, or a list`,
});

export function readSeveral<Value>(
  reporter: Reporter,
  located: Located,
  what: string,
  read: (item: Located) => Value | undefined,
): readonly Value[] {
  const items = located.kind === 'scalar' ? [located] : readList(reporter, located, what)?.items;
  if (items?.length === 0) {
    refuseValue(reporter, located, `${what} must not be empty. Omit it, or add an entry.`, 'one or more');
  }
  return [...new Set((items ?? []).flatMap((item) => read(item) ?? []))];
}

/** A text on one line, without invisible characters. */
export const line = (expected: string): ValueType<string> => ({
  ...text,
  read(reporter, located, what) {
    const read = text.read(reporter, located, what);
    if (read === undefined || isLine(read)) return read;
    refuseValue(reporter, located, `${what} must be a text of 1 to 200 visible characters.`, expected);
    return undefined;
  },
});

const isLine = (text: string): boolean => /^(?!\s)[^\p{C}\p{Zl}\p{Zp}]{1,200}(?<!\s)$/u.test(text);

export function readTenant(
  { reporter, hasTenants }: RightsReader,
  located: Located | undefined,
): string | undefined {
  const tenant = readText(reporter, located, 'A tenant');
  if (tenant === undefined || located === undefined) return undefined;
  if (!isTenantName(tenant)) {
    refuseValue(
      reporter,
      located,
      `The name of a tenant must have the form: ${tenantNameForm}.`,
      'a name such as “acme”',
    );
    return undefined;
  }
  if (tenant !== defaultTenant && !hasTenants) {
    const message = `Only the tenant “${defaultTenant}” exists. To use several tenants, set SIGNALBOX_TENANTS=true.`;
    refuseValue(reporter, located, message, defaultTenant);
    return undefined;
  }
  return tenant;
}

export function refuseValue(reporter: Reporter, located: Located, message: string, expected: string): void {
  report(reporter, located, { rule: 'bad-value', message, expected, actual: describeLocated(located) });
}

/** Reports a key that has no meaning in its place. */
export function refuseKey(
  reporter: Reporter,
  { key, keySpan, value }: LocatedEntry,
  reason: string,
  expected: string,
): void {
  const message = `“${key}” is not allowed here: ${reason}.`;
  reporter.report({
    at: keySpan,
    path: value.path,
    rule: 'misplaced-key',
    message,
    expected,
    actual: key,
  });
}
