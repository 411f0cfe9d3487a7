/**
 * Replaces references to secrets with their values: only names that the operator lists, only for the tenants and
 * hosts that they are listed for. A refusal is a failure that names the secret and never shows it.
 */
import type { Failure, Json } from '../../kernel/index.ts';
import { describeHostPattern, type HostPattern, matchesHost, portOf } from './host-pattern.ts';
import { replaceAt, type SecretReference } from './secret-reference.ts';
import type { SecretStore } from './secret-store.ts';
import { createSecretValues, type ListedSecret, type SecretValue, variableOf } from './secret-values.ts';

/** The permission of the operator for one secret. */
export interface SecretRule extends ListedSecret {
  readonly tenants: readonly string[] | '*';
  /** Without a port: any port over https. Plain http requires an explicit port. */
  readonly hosts: readonly HostPattern[];
}

export interface SecretResolver {
  fill(input: Json, references: readonly SecretReference[], destination: Destination): Promise<Filled>;
  statusOf(tenant: string, name: string): Promise<SecretStatus>;
  /** Reads all files and runs all commands, so that a redactor knows the values. @returns what failed, for operators */
  load(): Promise<readonly string[]>;
  /** The known values of all secrets, for a redactor. */
  values(): readonly string[];
  /** Ends commands. */
  close(): void;
}

export interface SecretStatus {
  readonly isListed: boolean;
  readonly isSet: boolean;
  readonly source: SecretValue['origin'];
  /** As the operator lists them. */
  readonly hosts: readonly string[];
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
  /** One for each name. */
  readonly allow: readonly SecretRule[];
  readonly store?: SecretStore | undefined;
  readonly now?: () => number;
}

export function createSecretResolver(options: SecretResolverOptions): SecretResolver {
  const { env, allow, store, now = Date.now } = options;
  const values = createSecretValues({ env, store, now });
  const rules = new Map(allow.map((rule) => [rule.name, rule]));

  const find = async (name: string, destination: Destination): Promise<Found> => {
    const rule = rules.get(name);
    const problem = problemOf(name, rule, destination);
    if (problem !== undefined) return { name, value: '', problem, retryable: false };
    const { value, reason, origin } = await values.find(rule ?? { name }, destination.tenant);
    // A file or a command may have a value again.
    const retryable = origin === 'file' || origin === 'command';
    return { name, value, problem: value === '' ? withoutValue(name, reason, retryable) : '', retryable };
  };

  return {
    async fill(input, references, destination) {
      const names = [...new Set(references.map(({ name }) => name))];
      const found = await Promise.all(names.map((name) => find(name, destination)));
      const wrong = found.filter(({ problem }) => problem !== '');
      if (wrong.length > 0) {
        const retryable = wrong.every((each) => each.retryable);
        return refused(
          wrong.map(({ problem }) => problem).join(' '),
          wrong.map(({ name }) => name),
          retryable,
        );
      }
      const valueByName = new Map(found.map(({ name, value }) => [name, value]));
      return replaceAll(input, references, (name, at) => {
        const value = valueByName.get(name) ?? '';
        return destination.write?.(value, at) ?? value;
      });
    },
    async statusOf(tenant, name) {
      const rule = rules.get(name);
      if (rule === undefined || !isFor(rule, tenant))
        return { isListed: false, isSet: false, source: 'none', hosts: [] };
      const { value, origin } = await values.find(rule, tenant);
      const hosts = rule.hosts.map(describeHostPattern);
      return { isListed: true, isSet: value !== '', source: origin, hosts };
    },
    async load() {
      const outside = allow.filter(({ source }) => source !== undefined);
      const found = await Promise.all(outside.map((rule) => values.find(rule, '')));
      return outside.flatMap(({ name }, at) => {
        const { value = '', reason = '' } = found[at] ?? {};
        return value === '' ? [withoutValue(name, reason, true)] : [];
      });
    },
    values: () => [
      ...allow.map(({ name }) => variableOf(env, name)).filter((value) => value !== ''),
      ...values.known(),
    ],
    close: values.close,
  };
}

interface Found {
  readonly name: string;
  readonly value: string;
  /** Empty if it may be sent and has a value. */
  readonly problem: string;
  readonly retryable: boolean;
}

const isFor = ({ tenants }: SecretRule, tenant: string): boolean =>
  tenants === '*' || tenants.includes(tenant);

/** `undefined` if the secret may be sent there. */
function problemOf(
  name: string,
  rule: SecretRule | undefined,
  { tenant, url }: Destination,
): string | undefined {
  const listed = 'under `secrets:` in connectors.yaml';
  if (rule === undefined) {
    return `The secret “${name}” may not be used in workflows. The operator can list it ${listed}, with the host ${url.host}.`;
  }
  if (!isFor(rule, tenant)) {
    return `The secret “${name}” is not available to the tenant “${tenant}”. The operator can add the tenant to it ${listed}.`;
  }
  const named = rule.hosts.filter((pattern) => matchesHost(pattern, url.hostname, portOf(url)));
  if (named.length === 0) {
    return `The secret “${name}” may not be sent to ${url.host}. The operator can add that host to it ${listed}.`;
  }
  if (url.protocol === 'https:' || named.some(({ port }) => port !== undefined)) return undefined;
  const written = named.map((pattern) => describeHostPattern({ ...pattern, port: portOf(url) }));
  return `The secret “${name}” may not be sent to ${url.host} without encryption. Call it with https. If it has none, the operator can add the port ${listed}: “${written[0] ?? url.host}”.`;
}

function withoutValue(name: string, reason: string, isOutside: boolean): string {
  const advice = isOutside
    ? 'The operator can correct it under `secrets:` in connectors.yaml, or at its source.'
    : 'Set it in the environment of Signalbox, and start it again; or save a value.';
  return `The secret “${name}” has no value: ${reason}. ${advice}`;
}

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
        names,
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

const refused = (message: string, secrets: readonly string[], retryable = false): Filled => ({
  kind: 'refused',
  failure: { code: 'secret-refused', message, retryable, data: { secrets } },
});
