/** Formats server-sent events. JSON text has no line breaks, so an event has one line of data. */
export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
  readonly id?: string;
}

export function eventText({ event, data, id }: StreamEvent): string {
  return `${id === undefined ? '' : idLine(id)}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Sent at once, so that the client sees a live connection. @param eventId start position */
export function openingText(eventId: string, retryMs: number): string {
  return `: signalbox\nretry: ${retryMs}\n${idLine(eventId)}\n`;
}

/** Without data the client dispatches no event, but stores the position. */
export function heartbeatText(eventId: string): string {
  return `:\n${idLine(eventId)}\n`;
}

/** A position comes from the feed, or from a client in a header or URL: neither has line breaks. */
const idLine = (eventId: string): string => `id: ${eventId.replaceAll(/[\r\n\0]/g, '')}\n`;
