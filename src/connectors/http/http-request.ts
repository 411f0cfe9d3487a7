/** A request and its outcome. Network errors are outcomes, not exceptions. */

export interface HttpRequest {
  readonly method: HttpMethod;
  readonly url: URL;
  readonly headers: HttpHeaders;
  readonly body: Uint8Array | undefined;
  /** Milliseconds for the whole request, including redirects; default: the client's limit. */
  readonly timeout?: number;
  /** Limit of the response in bytes, if it is below that of the client. */
  readonly responseBytes?: number;
  /** Secrets that are only for its host: in these headers, or elsewhere. Names in lower case. */
  readonly confined?: { readonly headers: readonly string[] };
}

export const httpMethods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type HttpMethod = (typeof httpMethods)[number];

/** Names in lower case. */
export type HttpHeaders = { readonly [name: string]: string | readonly string[] };

export interface HttpResponse {
  /** Set if another address answered than the first. */
  readonly redirected?: true;
  readonly status: number;
  readonly headers: HttpHeaders;
  /** Decompressed. */
  readonly body: Buffer;
}

/** `sent`: the server may have received it. */
export type HttpOutcome =
  | ({ readonly kind: 'answered' } & HttpResponse)
  /** Refused because of the target address. */
  | {
      readonly kind: 'refused';
      readonly reason: 'address' | 'redirect';
      readonly message: string;
      readonly sent: boolean;
    }
  /** No connection, or it was lost. */
  | { readonly kind: 'failed'; readonly message: string; readonly sent: boolean }
  | { readonly kind: 'timed-out'; readonly after: number; readonly sent: boolean }
  | {
      readonly kind: 'too-large';
      readonly what: 'request' | 'answer' | 'headers';
      readonly limit: number;
      readonly sent: boolean;
    }
  /** The caller's signal. */
  | { readonly kind: 'aborted'; readonly sent: boolean };
