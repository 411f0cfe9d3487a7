/**
 * A response whose text is available without a stream. The HTTP layer writes the text directly; the body stream, the
 * most expensive part, is created only on access.
 */
type BodyMember = 'body' | 'bodyUsed' | 'text' | 'json' | 'arrayBuffer' | 'blob' | 'formData' | 'clone';

/** The platform's own class; the members for the body are redeclared below. */
const Head: new (body: null, init: ResponseInit) => Omit<Response, BodyMember> = Response;

export class TextResponse extends Head {
  /** The whole body. */
  readonly written: string;
  #streamed: Response | undefined;

  constructor(text: string, init: ResponseInit) {
    super(null, init);
    this.written = text;
  }

  get body(): Response['body'] {
    return this.#whole.body;
  }

  get bodyUsed(): boolean {
    return this.#whole.bodyUsed;
  }

  text(): Promise<string> {
    return this.#whole.text();
  }

  json(): Promise<unknown> {
    return this.#whole.json();
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#whole.arrayBuffer();
  }

  blob(): ReturnType<Response['blob']> {
    return this.#whole.blob();
  }

  formData(): ReturnType<Response['formData']> {
    return this.#whole.formData();
  }

  clone(): Response {
    const { status, statusText, headers } = this;
    return new TextResponse(this.written, { status, statusText, headers });
  }

  get #whole(): Response {
    this.#streamed ??= new Response(this.written, { headers: this.headers });
    return this.#streamed;
  }
}
