/**
 * Replaces references to secrets with their values: only names that the operator lists, only for the tenants and
 * hosts that they are listed for. A refusal is a failure that names the secret and never shows it.
 */
import type { Failure, Json } from '../../kernel/index.ts';
import { describeHostPattern, type HostPattern, matchesHost, portOf } from './host-pattern.ts';
import { replaceAt, type SecretReference } from './secret-reference.ts';

/** The permission of the operator for one secret. */
export interface SecretRule {
  /** Of the environment variable. */
  readonly name: string;
  readonly tenants: readonly string[] | '*';
  /** Without a port: any port over https. Plain http requires an explicit port. */
  readonly hosts: readonly HostPattern[];
}

export interface SecretResolver {
  fill(input: Json, references: readonly SecretReference[], destination: Destination): Filled;
  /** The values of all secrets, for a redactor. */
  values(): readonly string[];
}

export interface Destination {
  readonly tenant: string;
  readonly url: URL;
  /** Encodes a secret for a location that cannot hold it unchanged. */
  readonly write?: (secret: string, at: string) => string;
}

export type Filled =
  | { readonly kind: 'filled'; readonly input: Json }
  | { readonly kind: 'refused'; readonly failure: Failure };

export interface SecretResolverOptions {
  readonly env: { readonly [name: string]: string | undefined };
  readonly allow: readonly SecretRule[];
}

export function createSecretResolver({ env, allow }: SecretResolverOptions): SecretResolver {
  const secretOf = (name: string): string => (Object.hasOwn(env, name) ? (env[name] ?? '') : '');
  return {
    fill(input, references, destination) {
      const problems = [...new Set(references.map(({ name }) => name))].flatMap((name) => {
        const rules = allow.filter((rule) => rule.name === name);
        return problemOf(name, rules, destination) ?? (secretOf(name) === '' ? [unset(name)] : []);
      });
      if (problems.length > 0) return refused(problems.join(' '));
      return replaceAll(input, references, (name, at) => {
        const value = secretOf(name);
        return destination.write?.(value, at) ?? value;
      });
    },
    values: () => allow.map(({ name }) => secretOf(name)).filter((value) => value !== ''),
  };
}

/** `undefined` if the secret may be sent there. */
function problemOf(
  name: string,
  rules: readonly SecretRule[],
  { tenant, url }: Destination,
): readonly string[] | undefined {
  const listed = 'under `secrets:` in connectors.yaml';
  if (rules.length === 0) {
    return [
      `The secret “${name}” may not be used in workflows. The operator can list it ${listed}, with the host ${url.host}.`,
    ];
  }
  const ours = rules.filter(({ tenants }) => tenants === '*' || tenants.includes(tenant));
  if (ours.length === 0) {
    return [
      `The secret “${name}” is not available to the tenant “${tenant}”. The operator can add the tenant to it ${listed}.`,
    ];
  }
  const hosts = ours.flatMap((rule) => rule.hosts);
  const named = hosts.filter((pattern) => matchesHost(pattern, url.hostname, portOf(url)));
  if (named.length === 0) {
    return [
      `The secret “${name}” may not be sent to ${url.host}. The operator can add that host to it ${listed}.`,
    ];
  }
  if (url.protocol === 'https:' || named.some(({ port }) => port !== undefined)) return undefined;
  const written = named.map((pattern) => describeHostPattern({ ...pattern, port: portOf(url) }));
  return [
    `The secret “${name}” may not be sent to ${url.host} without encryption. Call it with https. If it has none, the operator can add the port ${listed}: “${written[0] ?? url.host}”.`,
  ];
}

const unset = (name: string): string =>
  `The secret “${name}” has no value: the environment variable is not set. Set it in the environment of Signalbox, and start it again.`;

function replaceAll(
  input: Json,
  references: readonly SecretReference[],
  give: (name: string, at: string) => string,
): Filled {
  let filled = input;
  for (const at of new Set(references.map((reference) => reference.at))) {
    const names = references.filter((reference) => reference.at === at).map(({ name }) => name);
    const next = replaceAt(filled, at, (text) => replaceIn(text, names, (name) => give(name, at)));
    if (next === undefined) {
      return refused(
        `The text at ${at} is not as its author wrote it: inserted data looks like a reference to a secret. Pass that data in an argument of its own.`,
      );
    }
    filled = next;
  }
  return { kind: 'filled', input: filled };
}

/** Inserted data may look like a reference: then there are more references than the author wrote. */
function replaceIn(
  text: string,
  names: readonly string[],
  give: (name: string) => string,
): string | undefined {
  // All at once, so that nothing inside a secret is treated as a reference.
  const pattern = /\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g;
  const found = [...text.matchAll(pattern)]
    .map(([, name = '']) => name)
    .filter((name) => names.includes(name));
  const isAsWritten = [...new Set(names)].every(
    (name) => found.filter((each) => each === name).length === names.filter((each) => each === name).length,
  );
  if (!isAsWritten) return undefined;
  return text.replaceAll(pattern, (whole, name: string) => (names.includes(name) ? give(name) : whole));
}

const refused = (message: string): Filled => ({
  kind: 'refused',
  failure: { code: 'secret-refused', message, retryable: false },
});
