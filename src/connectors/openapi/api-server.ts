/** An API as the operator configures it. */
import type { HttpHeaders } from '../http/http-request.ts';
import type { Credentials } from './api-credentials.ts';

export interface ApiServer {
  readonly kind: 'api';
  /** Its OpenAPI document. */
  readonly path: string;
  /** Replaces the server of the document; empty: that of the document. */
  readonly url: string;
  /** Of every request. */
  readonly headers: HttpHeaders;
  readonly credentials: Credentials;
}
