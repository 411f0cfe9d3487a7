/** The connector of a catalog: its commands, with the address and the credentials that its record names. */
import {
  type ApiSource,
  type Credential,
  createOpenApiConnector,
  type HttpClient,
  serverAddress,
} from '../../connectors/index.ts';
import type { Json } from '../../kernel/index.ts';
import {
  type Clock,
  type Connector,
  isHeaderValue,
  parseUrl,
  type Redactor,
  type SecretResolver,
} from '../../runtime/index.ts';
import type { CatalogRecord, CredentialReference } from './catalog-record.ts';
import type { Catalog } from './catalogs.ts';
import { referencesIn } from './references-in.ts';

export interface CatalogDependencies {
  readonly client: HttpClient;
  readonly secrets: SecretResolver;
  readonly redactor: Redactor;
  readonly clock: Clock;
  /** Version of Signalbox. */
  readonly version: string;
}

export function connectCatalog(
  tenant: string,
  catalog: Catalog,
  current: () => CatalogRecord | undefined,
  { client, secrets, redactor, clock, version }: CatalogDependencies,
): Connector {
  const { record } = catalog;
  const damaged = `The files of the catalog “${record.title}” are gone or damaged. Import it again.`;
  const source: ApiSource = {
    async open({ begunAt }) {
      if (!record.enabled)
        throw new Error(`The catalog “${record.title}” is disabled. Enable it, then try again.`);
      try {
        return catalog.open(begunAt);
      } catch {
        throw new Error(damaged);
      }
    },
    async access(server, call) {
      const now = current();
      if (now?.enabled === true) return findAccess(now, server, call.tenant, secrets);
      return failed('api-unreadable', `The catalog “${record.title}” was disabled or removed.`);
    },
    advice: {
      secrets: 'Configure credentials in the catalog.',
      credentials: (schemes) =>
        `Set one of them in the catalog “${record.title}”, as a reference such as \${env:API_TOKEN}: ${schemes.join(', ')}.`,
    },
  };
  const connector = createOpenApiConnector({ name: record.vendor, source, client, redactor, clock, version });
  return {
    ...connector,
    tenant,
    isOff: !record.enabled,
    lacks: (operation) => isLacking(catalog, operation),
    async perform(call, signal) {
      try {
        if (record.enabled) catalog.open(call.begunAt).detail(call.operation);
      } catch {
        return failed('api-unreadable', damaged);
      }
      return connector.perform(call, signal);
    },
    // All catalogs share the client.
    close: async () => undefined,
  };
}

/** Of damaged files nothing is known: the call says what is wrong. */
function isLacking(catalog: Catalog, operation: string): boolean {
  try {
    return catalog.open().entry(operation) === undefined;
  } catch {
    return false;
  }
}

type Access = Awaited<ReturnType<ApiSource['access']>>;

async function findAccess(
  { title, source, baseUrl, headers, auth }: CatalogRecord,
  server: string,
  tenant: string,
  secrets: SecretResolver,
): Promise<Access> {
  // An address in a document can be relative to that of the document.
  const base = serverAddress(baseUrl === '' ? (parseUrl(server, parseUrl(source))?.href ?? '') : baseUrl);
  if (base === undefined)
    return failed(
      'api-no-server',
      `The catalog “${title}” does not know where the API is. Set its base URL.`,
    );
  const filled = await secrets.fill(headers, referencesIn(headers), { tenant, url: base });
  if (filled.kind === 'refused') return { kind: 'failed', failure: filled.failure };
  // They have the same form as what was written.
  const own = filled.input as unknown as CatalogRecord['headers'];
  const wrong = Object.entries(own).find(([, value]) => !isHeaderValue(value));
  if (wrong !== undefined)
    return failed(
      'bad-credentials',
      `The header “${wrong[0]}” of the catalog “${title}” is not one line of plain characters.`,
    );
  const credentials = new Map(Object.entries(auth).map(([name, each]) => [name, toCredential(each)]));
  return {
    kind: 'access',
    base,
    headers: own,
    credentials,
    async reveal(credential, url) {
      const written = credential as unknown as Json;
      const revealed = await secrets.fill(written, referencesIn(written), { tenant, url });
      if (revealed.kind === 'refused') return { kind: 'failed', failure: revealed.failure };
      return { kind: 'revealed', credential: revealed.input as unknown as Credential };
    },
  };
}

const failed = (code: string, message: string) => ({
  kind: 'failed' as const,
  failure: { code, message, retryable: false },
});

function toCredential(given: CredentialReference): Credential {
  if (typeof given === 'string') return { kind: 'token', token: given };
  if ('username' in given) return { kind: 'login', ...given };
  return { kind: 'client', id: given.clientId, secret: given.clientSecret, scopes: given.scopes };
}
