/** Reads the common fields of issuers and certificates: tenant, scopes, roles, kinds of principal. */
import {
  describeLocated,
  type Located,
  type LocatedEntry,
  type Reporter,
  readList,
  readOneOf,
  readText,
  report,
} from '../../languages/index.ts';
import { type Scope, scopes } from '../contract/principal.ts';
import { type PrincipalKind, principalKinds } from './auth-configuration.ts';
import { defaultTenant, isTenantName, tenantNameForm } from './tenant-name.ts';

export interface RightsReader {
  readonly reporter: Reporter;
  /** Whether several tenants share the installation. */
  readonly hasTenants: boolean;
}

/** Reads one text, or a list of them. @param what the beginning of a sentence */
export function readSeveral<Value>(
  { reporter }: RightsReader,
  located: Located | undefined,
  what: string,
  read: (item: Located) => Value | undefined,
): readonly Value[] {
  if (located === undefined) return [];
  const items = located.kind === 'scalar' ? [located] : readList(reporter, located, what)?.items;
  if (items?.length === 0) {
    refuseValue(reporter, located, `${what} must not be empty. Omit it, or add an entry.`, 'one or more');
  }
  return [...new Set((items ?? []).flatMap((item) => read(item) ?? []))];
}

export function readScopes(reader: RightsReader, located: Located | undefined): readonly Scope[] {
  const { reporter } = reader;
  return readSeveral(reader, located, 'The value of “scopes”', (item) =>
    readOneOf(reporter, item, scopes, 'A scope', undefined),
  );
}

export function readKinds(reader: RightsReader, located: Located | undefined): readonly PrincipalKind[] {
  return readSeveral(reader, located, 'The value of “kinds”', (item) => readKind(reader, item));
}

export function readKind(
  { reporter }: RightsReader,
  located: Located | undefined,
): PrincipalKind | undefined {
  return readOneOf(reporter, located, principalKinds, 'A kind', undefined);
}

export function readRoles(reader: RightsReader, located: Located | undefined): readonly string[] {
  return readSeveral(reader, located, 'The value of “roles”', (item) =>
    readLine(reader, item, 'A role', 'a role such as “clerk”'),
  );
}

/** A text on one line, without invisible characters. */
export function readLine(
  { reporter }: RightsReader,
  located: Located | undefined,
  what: string,
  expected: string,
): string | undefined {
  const text = readText(reporter, located, what);
  if (text === undefined || located === undefined || isLine(text)) return text;
  refuseValue(reporter, located, `${what} must be a text of 1 to 200 visible characters.`, expected);
  return undefined;
}

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
