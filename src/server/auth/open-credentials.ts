/** Everything by which others are let in, as the operator has configured it, and as it is after a change [W9.2]. */
import {
  type AuthConfiguration,
  badConfiguration,
  type CredentialSettings,
  type Environment,
  OperationError,
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
  /** Whenever an issuer was asked for its keys. */
  readonly noteKeyFetch?: (outcome: 'ok' | 'failed') => void;
  /** Something that the operator should know. */
  readonly warn?: (line: string) => void;
  readonly now?: () => number;
}

export interface Credentials {
  /** Somebody could be let in: there is an issuer, a certificate or a key, or there was one. */
  readonly isRequired: boolean;
  /** The same after a look whether a key was made by now, which is taken once a second. Rejects with OperationError. */
  isRequiredByNow(): Promise<boolean>;
  /** What is never to be shown. */
  readonly secrets: readonly string[];
  /** @param base where others reach the server, without a slash at its end */
  identifyFor(base: string): Identify;
  metadataFor(base: string, path: ProtectedPath): ProtectedResource;
  /** Reads everything anew. @returns what is wrong, in words: then everything stays as it was */
  reload(): Promise<readonly string[]>;
}

interface ActiveCredentials extends TrustedCredentials {
  readonly configuration: AuthConfiguration;
  readonly secrets: readonly string[];
  readonly hasKeys: boolean;
}

/** How often it is looked for the first key, in milliseconds: most requests come where there is none. */
const keyCheckInterval = 1_000;

/** Rejects with OperationError. */
export async function openCredentials(options: CredentialsOptions): Promise<Credentials> {
  const { settings, env, call, now = Date.now } = options;
  const keysAt = cachePublishedKeys(options, now);
  const haveKeys = async (): Promise<boolean> => {
    // What the operation gives is what its own type says.
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
  // Credentials that go do not open a door that was closed.
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
    if (again.kind === 'wrong') return again.violations.map(({ message }) => message);
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
      // One after the other: what was read last counts.
      reloading = reloading.then(rereadConfiguration, rereadConfiguration);
      return reloading;
    },
  };
}

type CredentialsReadResult =
  | { readonly kind: 'right'; readonly active: ActiveCredentials }
  | { readonly kind: 'wrong'; readonly violations: Parameters<typeof badConfiguration>[0] };

/** One of each address for as long as the server runs: a change of the file is no reason to forget good keys. */
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
        warn: (reason) => warn(`The keys of an issuer cannot be had from ${url}: ${reason}.`),
      });
    published.set(url, found);
    return found;
  };
}
