/** A request as it is sent, and what became of it. Whatever happens outside is an outcome, not an exception. */

export interface HttpRequest {
  readonly method: HttpMethod;
  readonly url: URL;
  readonly headers: HttpHeaders;
  readonly body: Uint8Array | undefined;
  /** Milliseconds for all of it, redirects included; the client's own limit where absent. */
  readonly timeout?: number;
  /** It carries secrets that are only for its host: in these headers, or elsewhere. Names in small letters. */
  readonly confined?: { readonly headers: readonly string[] };
}

export const httpMethods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type HttpMethod = (typeof httpMethods)[number];

/** Names in small letters. */
export type HttpHeaders = { readonly [name: string]: string | readonly string[] };

export interface HttpResponse {
  readonly status: number;
  readonly headers: HttpHeaders;
  /** Decompressed. */
  readonly body: Buffer;
}

/** `sent`: the other side may have got it. */
export type HttpOutcome =
  | ({ readonly kind: 'answered' } & HttpResponse)
  /** It was not done because of where it would have gone. */
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
