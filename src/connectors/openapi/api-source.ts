/** Where the operations of an API come from, and where and with what they are called. */
import { type OpenApi, openApi } from '../../catalogs/index.ts';
import type { Failure, Json } from '../../kernel/index.ts';
import { type Call, parseUrl } from '../../runtime/index.ts';
import type { HttpHeaders } from '../http/http-request.ts';
import type { Credential, Credentials } from './api-credentials.ts';
import type { ApiServer } from './api-server.ts';

export interface ApiSource {
  /** The operations as they were at that time. Rejects with a message for people if they cannot be read. */
  readonly open: (call: Pick<Call, 'begunAt'>) => Promise<OpenApi>;
  /**
   * Asked for each request: addresses and secrets may change.
   *
   * @param server as the document names it; it can be empty or relative
   */
  readonly access: (server: string, call: Pick<Call, 'tenant'>) => Promise<ApiAccess | NoAccess>;
  /** Sentences that say who configures credentials, and how. */
  readonly advice: {
    /** For arguments that refer to a secret. */
    readonly secrets: string;
    /** For an operation without credentials. */
    credentials(schemes: readonly string[]): string;
  };
}

export interface ApiAccess {
  readonly kind: 'access';
  readonly base: URL;
  /** Of every request. */
  readonly headers: HttpHeaders;
  /** Their texts may be references. */
  readonly credentials: Credentials;
  /** The credential with its secrets, if they may be sent to the address. Default: as it is. */
  reveal?(credential: Credential, address: URL): Promise<Revealed | NoAccess>;
}

interface Revealed {
  readonly kind: 'revealed';
  readonly credential: Credential;
}

export interface NoAccess {
  readonly kind: 'failed';
  readonly failure: Failure;
}

/** As connectors.yaml configures it. @param read rejects with a message for people */
export function configuredSource(
  name: string,
  { url, headers, credentials }: Pick<ApiServer, 'url' | 'headers' | 'credentials'>,
  read: () => Promise<Json>,
): ApiSource {
  let opened: Promise<OpenApi> | undefined;
  return {
    open() {
      opened ??= read()
        .then((document) => {
          const result = openApi(document);
          if (result.kind === 'problem') throw new Error(result.message);
          return result.api;
        })
        .catch((error: unknown) => {
          throw new Error(unreadable(name, error instanceof Error ? error.message : String(error)));
        });
      return opened;
    },
    async access(server) {
      const base = serverAddress(url === '' ? server : url);
      if (base !== undefined) return { kind: 'access', base, headers, credentials };
      const failure: Failure = { code: 'api-no-server', message: noServer(name, server), retryable: false };
      return { kind: 'failed', failure };
    },
    advice: {
      secrets: 'Configure credentials of a connector in connectors.yaml.',
      credentials: (schemes) => `The operator can add one of them under “auth”: ${schemes.join(', ')}.`,
    },
  };
}

/** `undefined` if no API can be called there. */
export function serverAddress(text: string): URL | undefined {
  const url = parseUrl(text);
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' ? url : undefined;
}

const unreadable = (name: string, message: string): string =>
  `The document of the connector “${name}” cannot be read: ${message} Correct it, and start Signalbox again.`;

const noServer = (name: string, server: string): string =>
  `The document of the connector “${name}” does not say where the API is${server === '' ? '' : `: “${server}” cannot be called`}. The operator can add “url” to the connector.`;
