/** Errors of malformed requests. */
import { phrase } from '../../languages/index.ts';
import type { ErrorEntries } from './error-entry.ts';

export const requestErrors = {
  malformed_json: {
    meaning: 'The body is not valid JSON: it is empty, truncated, or not UTF-8.',
    action: 'Send one JSON document in UTF-8.',
    number: -32_700,
  },
  nested_too_deeply: {
    meaning: 'The body is nested more deeply than the limit allows.',
    action: 'Send less deeply nested data.',
    number: -32_600,
  },
  invalid_request: {
    meaning: 'The request does not have the form that this endpoint accepts.',
    action: 'Send what the message describes.',
    number: -32_600,
  },
  not_json: {
    meaning: 'The content type of the body is not JSON.',
    action: 'Send it with “Content-Type: application/json”.',
    status: 415,
  },
  encoded_body: {
    meaning: 'The body is compressed, and the server does not accept compressed bodies.',
    action: 'Send it uncompressed, without Content-Encoding.',
    status: 415,
  },
  body_too_big: {
    meaning: 'The body exceeds the size limit.',
    action: phrase`Send less; a big document can be saved as a file in a folder of ${{ noun: 'workflows' }}.`,
    status: 413,
    number: -32_600,
  },
  incomplete: {
    meaning: 'The connection closed before the complete body arrived.',
    action: 'Send the complete request again.',
  },
  invalid_target: {
    meaning: 'The request target is not a path of this server.',
    action: 'Request a path that begins with “/”.',
  },
  malformed_request: {
    meaning: 'The data that was sent is not an HTTP request.',
    action: 'Send HTTP/1.1 requests with a known method and valid headers.',
  },
  too_slow: {
    meaning: 'The request timed out: its headers or its body did not arrive in time.',
    action: 'Send it again, without pauses.',
    status: 408,
  },
  headers_too_big: {
    meaning: 'The headers of the request exceed the size limit.',
    action: 'Send fewer or shorter headers; a token has at most 8 KiB.',
    status: 431,
  },
  url_too_long: {
    meaning: 'The path and query of the request exceed the length limit.',
    action: 'Request less at once, or send it in a body if the endpoint accepts one.',
    status: 414,
  },
  host_missing: {
    meaning: 'The request has no Host header.',
    action: 'Send the header Host, as every HTTP/1.1 client does.',
  },
  method_not_allowed: {
    meaning: 'The endpoint does not support this method.',
    action: 'Use a method that the header Allow names.',
    status: 405,
  },
} as const satisfies ErrorEntries;
