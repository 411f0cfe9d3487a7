/** A response before it is written. */
export class HttpResponse {
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Map<string, string>;
  readonly body: ResponseBody;

  constructor(body: ResponseBody, { status = 200, headers = {} }: ResponseHead = {}) {
    this.status = status;
    this.headers = new Map(Object.entries(headers));
    this.body = body;
  }
}

/** A text, a stream, or nothing. */
export type ResponseBody = string | ReadableStream<Uint8Array> | null;

export interface ResponseHead {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}
