/** Requests that are not understood, whatever they ask for. */
import type { ErrorEntries } from './error-entry.ts';

export const requestErrors = {
  malformed_json: {
    meaning: 'The body is not JSON: it is empty, broken off, or not UTF-8.',
    action: 'Send one JSON document in UTF-8.',
    number: -32_700,
  },
  nested_too_deeply: {
    meaning: 'The body has more objects and lists inside one another than are read.',
    action: 'Send less deeply nested data.',
    number: -32_600,
  },
  invalid_request: {
    meaning: 'The request is not in the form that this address takes.',
    action: 'Send what the message describes.',
    number: -32_600,
  },
  not_json: {
    meaning: 'The body is sent as something else than JSON.',
    action: 'Send it with “Content-Type: application/json”.',
    status: 415,
  },
  encoded_body: {
    meaning: 'The body is compressed, and compressed bodies are not read.',
    action: 'Send it as it is, without Content-Encoding.',
    status: 415,
  },
  body_too_big: {
    meaning: 'The body has more bytes than one may have.',
    action: 'Send less; a big document can be saved as a file in a folder of workflows.',
    status: 413,
    number: -32_600,
  },
  incomplete: {
    meaning: 'The connection ended before the body did.',
    action: 'Send the request again, whole.',
  },
  invalid_target: {
    meaning: 'The request does not name a path of this server, as if it were a proxy.',
    action: 'Ask for a path that begins with “/”.',
  },
  malformed_request: {
    meaning: 'What was sent is not a request of HTTP.',
    action: 'Send requests of HTTP/1.1, with a method and headers that it knows.',
  },
  too_slow: {
    meaning: 'The request took too long to come: its headers or its body did not end in time.',
    action: 'Send it again, all at once.',
    status: 408,
  },
  headers_too_big: {
    meaning: 'The headers of the request have more bytes than are read.',
    action: 'Send fewer or shorter headers; a token has at most 8 KiB.',
    status: 431,
  },
  url_too_long: {
    meaning: 'The path and query of the request are longer than is read.',
    action: 'Ask for less at once, or send it in a body where the address takes one.',
    status: 414,
  },
  host_missing: {
    meaning: 'The request has no Host header.',
    action: 'Send the header Host, as every HTTP/1.1 client does.',
  },
  method_not_allowed: {
    meaning: 'The address is there, but is not asked with this method.',
    action: 'Use a method that the header Allow names.',
    status: 405,
  },
} as const satisfies ErrorEntries;
