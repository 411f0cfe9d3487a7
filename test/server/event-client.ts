/** For tests of streams: a client of server-sent events according to the standard, which disconnects on command. */
import { type ClientRequest, type IncomingMessage, request } from 'node:http';

export interface HeardEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

export interface FollowOptions {
  readonly token?: string;
  readonly lastEventId?: string;
  /** Disconnects after this many bytes. */
  readonly hangUpAfter?: number;
}

export class EventClient {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly events: HeardEvent[] = [];
  readonly comments: string[] = [];
  /** As a browser would send it on reconnect. */
  lastEventId: string;
  retry: number | undefined;
  /** Data that is not an event, if it is not a stream. */
  body = '';
  /** For any end. */
  readonly ended: Promise<void>;
  readonly #request: ClientRequest;
  readonly #watchers = new Set<() => void>();
  #rest = '';
  #fields = { id: '', event: '', data: '' };

  constructor(asked: ClientRequest, response: IncomingMessage, options: FollowOptions) {
    this.#request = asked;
    this.status = response.statusCode ?? 0;
    this.headers = response.headers;
    this.lastEventId = options.lastEventId ?? '';
    this.#fields.id = this.lastEventId;
    let left = options.hangUpAfter ?? Number.POSITIVE_INFINITY;
    this.ended = new Promise((resolve) => {
      response.once('close', resolve);
    });
    response.on('error', () => {});
    response.on('data', (chunk: Buffer) => {
      if (left <= 0) return;
      this.#take(chunk.subarray(0, left).toString('latin1'));
      left -= chunk.length;
      if (left <= 0) this.hangUp();
    });
  }

  hangUp(): void {
    this.#request.destroy();
  }

  /** Resolves when the condition holds, or the stream has ended. */
  async until(holds: () => boolean): Promise<void> {
    let isOver = false;
    void this.ended.then(() => {
      isOver = true;
      this.#tell();
    });
    while (!holds() && !isOver) {
      await new Promise<void>((resolve) => this.#watchers.add(resolve));
    }
  }

  async heard(count: number): Promise<readonly HeardEvent[]> {
    await this.until(() => this.events.length >= count);
    return this.events;
  }

  #tell(): void {
    const waiting = [...this.#watchers];
    this.#watchers.clear();
    for (const wake of waiting) wake();
  }

  #take(text: string): void {
    this.body += text;
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#takeLine(Buffer.from(line, 'latin1').toString());
    this.#tell();
  }

  #takeLine(line: string): void {
    if (line === '') this.#dispatch();
    const [, name = '', value = ''] = /^([^:]*)(?:: ?)?(.*)$/s.exec(line) ?? [];
    if (name === '' && line !== '') this.comments.push(value);
    if (name === 'id') this.#fields.id = value;
    if (name === 'event') this.#fields.event = value;
    if (name === 'data') this.#fields.data += `${value}\n`;
    if (name === 'retry') this.retry = Number(value);
  }

  #dispatch(): void {
    const { id, event, data } = this.#fields;
    this.lastEventId = id;
    this.#fields = { id, event: '', data: '' };
    if (data === '') return;
    this.events.push({ id, event, data: JSON.parse(data) as unknown });
  }
}

/** @param path with its query */
export function follow(url: string, path: string, options: FollowOptions = {}): Promise<EventClient> {
  const { token, lastEventId } = options;
  return new Promise((resolve, reject) => {
    const asked = request(`${url}${path}`, {
      agent: false,
      headers: {
        accept: 'text/event-stream',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
    });
    asked.on('response', (response) => resolve(new EventClient(asked, response, options)));
    asked.on('error', reject);
    asked.end();
  });
}
