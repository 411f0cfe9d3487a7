/** Server-sent events as text. JSON has no line breaks of its own, so an event has one line of data. */
export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
  readonly id?: string;
}

export function eventText({ event, data, id }: StreamEvent): string {
  return `${id === undefined ? '' : idLine(id)}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** At once, so that whoever waits knows that somebody is there. @param eventId where it begins */
export function openingText(eventId: string, retryMs: number): string {
  return `: signalbox\nretry: ${retryMs}\n${idLine(eventId)}\n`;
}

/** Without data nobody is told anything; the place is remembered all the same. */
export function heartbeatText(eventId: string): string {
  return `:\n${idLine(eventId)}\n`;
}

/** A place comes from the feed, or from a client in a header or an address: neither has line breaks. */
const idLine = (eventId: string): string => `id: ${eventId.replaceAll(/[\r\n\0]/g, '')}\n`;
