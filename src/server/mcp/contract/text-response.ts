/** A response whose body is at hand: whoever writes it to a socket need not read a stream, which costs more than the rest. */
export class TextResponse extends Response {
  readonly #text: string;

  constructor(text: string, init: ResponseInit) {
    super(text, init);
    this.#text = text;
  }

  get written(): string {
    return this.#text;
  }
}
