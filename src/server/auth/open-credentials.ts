/** All configured credentials: issuers, certificates and keys. Can be reloaded [W9.2]. */
import {
  type AuthConfiguration,
  badConfiguration,
  type CredentialSettings,
  type Environment,
  OperationError,
  plainText,
  readAccess,
  type Settings,
} from '../../operations/index.ts';
import type { Signalbox } from '../local/signalbox.ts';
import { appPrincipal } from './app-principal.ts';
import { createIdentify, type TrustedCredentials } from './create-identify.ts';
import { fetchKeys } from './fetch-keys.ts';
import type { Identify } from './identify.ts';
import { type ProtectedPath, type ProtectedResource, protectedResource } from './metadata.ts';
import { createPublishedKeys, type PublishedKeys } from './published-keys.ts';
import { createTokenVerifier } from './verify-token.ts';

export interface CredentialsOptions {
  readonly settings: CredentialSettings & Pick<Settings, 'jwtSkew'>;
  readonly env: Environment;
  readonly call: Signalbox['call'];
  /** Called for each request to an issuer for its keys. */
  readonly noteKeyFetch?: (outcome: 'ok' | 'failed') => void;
  /** A warning for the operator. */
  readonly warn?: (line: string) => void;
  readonly now?: () => number;
}

export interface Credentials {
  /** Whether credentials exist or have existed: an issuer, a certificate or a key. */
  readonly isRequired: boolean;
  /** The same, after checking for a new key at most once a second. Rejects with OperationError. */
  isRequiredByNow(): Promise<boolean>;
  /** Secrets that must not be logged. */
  readonly secrets: readonly string[];
  /** @param base public address of the server, without a trailing slash */
  identifyFor(base: string): Identify;
  metadataFor(base: string, path: ProtectedPath): ProtectedResource;
  /** Reloads everything. @returns the problems as text: then nothing changes */
  reload(): Promise<readonly string[]>;
}

interface ActiveCredentials extends TrustedCredentials {
  readonly configuration: AuthConfiguration;
  readonly secrets: readonly string[];
  readonly hasKeys: boolean;
}

/** Interval of the check for the first key, in milliseconds: most requests come while there is none. */
const keyCheckInterval = 1_000;

/** Rejects with OperationError. */
export async function openCredentials(options: CredentialsOptions): Promise<Credentials> {
  const { settings, env, call, now = Date.now } = options;
  const keysAt = cachePublishedKeys(options, now);
  const haveKeys = async (): Promise<boolean> => {
    // The operation's own type guarantees the shape.
    const { exist } = (await call(appPrincipal, 'keys.exist', {})) as unknown as { exist: boolean };
    return exist;
  };
  const read = async (): Promise<CredentialsReadResult> => {
    const { configuration, secrets, violations } = await readAccess(settings, env);
    if (violations.length > 0) return { kind: 'wrong', violations };
    const { issuers, certificates } = configuration;
    const tokens = createTokenVerifier({ issuers, now, skew: settings.jwtSkew, keysAt });
    const hasKeys = await haveKeys();
    return { kind: 'right', active: { tokens, certificates, configuration, secrets, hasKeys } };
  };
  const first = await read();
  if (first.kind === 'wrong') throw badConfiguration(first.violations);
  let { active } = first;
  let wasRequired = false;
  // Removing all credentials does not reopen a secured server.
  const isRequired = (): boolean => {
    const { issuers, certificates } = active.configuration;
    wasRequired ||= issuers.length > 0 || certificates.length > 0 || active.hasKeys;
    return wasRequired;
  };
  const rereadConfiguration = async (): Promise<readonly string[]> => {
    const again = await read().catch((error: unknown) => {
      if (error instanceof OperationError) return { kind: 'wrong', violations: [error] } as const;
      throw error;
    });
    if (again.kind === 'wrong') return again.violations.map(({ message }) => plainText(message));
    active = again.active;
    isRequired();
    return [];
  };
  isRequired();
  let reloading: Promise<readonly string[]> = Promise.resolve([]);
  let nextKeyCheckAt = 0;
  return {
    get isRequired() {
      return isRequired();
    },
    async isRequiredByNow() {
      if (isRequired() || now() < nextKeyCheckAt) return isRequired();
      nextKeyCheckAt = now() + keyCheckInterval;
      if (await haveKeys()) active = { ...active, hasKeys: true };
      return isRequired();
    },
    get secrets() {
      return active.secrets;
    },
    identifyFor: (base) => createIdentify({ trusted: () => active, call, base, now }),
    metadataFor: (base, path) =>
      protectedResource(
        base,
        path,
        active.configuration.issuers.map(({ name, scopes }) => ({ issuer: name, scopes })),
      ),
    reload() {
      // One reload at a time: the last one wins.
      reloading = reloading.then(rereadConfiguration, rereadConfiguration);
      return reloading;
    },
  };
}

type CredentialsReadResult =
  | { readonly kind: 'right'; readonly active: ActiveCredentials }
  | { readonly kind: 'wrong'; readonly violations: Parameters<typeof badConfiguration>[0] };

/** One per address for the life of the server: a change of the file does not drop valid keys. */
function cachePublishedKeys(
  { noteKeyFetch = () => {}, warn = () => {} }: CredentialsOptions,
  now: () => number,
): (url: string) => PublishedKeys {
  const published = new Map<string, PublishedKeys>();
  return (url) => {
    const found =
      published.get(url) ??
      createPublishedKeys({
        async fetch() {
          const fetched = await fetchKeys(url);
          noteKeyFetch(fetched.kind === 'keys' ? 'ok' : 'failed');
          return fetched;
        },
        now,
        warn: (reason) => warn(`Could not fetch the keys of an issuer from ${url}: ${reason}.`),
      });
    published.set(url, found);
    return found;
  };
}
