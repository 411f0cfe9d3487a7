/** A request to an API, without its server and its credentials. */

export interface ApiRequest {
  /** In capitals. */
  readonly method: string;
  /** Encoded, beginning with a slash; empty for the address of the server itself. */
  readonly path: string;
  /** Parts `name=value`, encoded. */
  readonly query: readonly string[];
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** Parts `name=value`, encoded. */
  readonly cookies: readonly string[];
  readonly body: ApiBody | null;
}

export interface ApiBody {
  readonly mediaType: string;
  readonly content: BodyContent;
}

export type BodyContent = BodyBytes | { readonly kind: 'parts'; readonly parts: readonly BodyPart[] };

export type BodyBytes =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'base64'; readonly base64: string };

/** A part of a body of the type multipart/form-data. */
export interface BodyPart {
  readonly name: string;
  /** Of a file. */
  readonly filename: string | null;
  readonly mediaType: string | null;
  readonly content: BodyBytes;
}
