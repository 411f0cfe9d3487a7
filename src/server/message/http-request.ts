/**
 * A request as the server reads it. The platform's Request has the same members, but creating one costs more than
 * answering it: only the MCP SDK gets one.
 */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HttpHeaders;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Names are in lower case. The values of a header that was sent several times are joined with a comma. */
export interface HttpHeaders {
  get(name: string): string | null;
  has(name: string): boolean;
  keys(): Iterable<string>;
}
