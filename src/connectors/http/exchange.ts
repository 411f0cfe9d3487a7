/** One request and its response over a guarded agent, without redirects. Resolves once, with an outcome. */
import { type Agent, errors } from 'undici';
import { type BodyReader, createBodyReader } from './body-reader.ts';
import { BlockedAddressError } from './guarded-agent.ts';
import type { HttpHeaders, HttpOutcome, HttpRequest } from './http-request.ts';

export interface ExchangeLimits {
  /** Limit of the response in bytes, decompressed. */
  readonly responseBytes: number;
  readonly headerBytes: number;
  /** Milliseconds to connect. */
  readonly connectTimeout: number;
}

/** Stops it; the caller knows the reason. */
export interface Stop {
  readonly signal: AbortSignal;
  readonly outcome: (sent: boolean) => HttpOutcome;
}

export function exchange(
  agent: Agent,
  request: HttpRequest,
  limits: ExchangeLimits,
  stop: Stop,
): Promise<HttpOutcome> {
  return new Promise((resolve) => {
    let sent = false;
    let reader: BodyReader | undefined;
    let abort: (() => void) | undefined;
    let isOver = false;

    const finish = (outcome: HttpOutcome): void => {
      if (isOver) return;
      isOver = true;
      stop.signal.removeEventListener('abort', onStop);
      reader?.destroy();
      if (outcome.kind !== 'answered') abort?.();
      resolve(outcome);
    };
    const onStop = (): void => finish(stop.outcome(sent));
    if (stop.signal.aborted) return onStop();
    stop.signal.addEventListener('abort', onStop);

    const { url, method, headers, body } = request;
    agent.dispatch(
      {
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method,
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [
            name,
            typeof value === 'string' ? value : [...value],
          ]),
        ),
        body: body ?? null,
      },
      {
        onRequestStart(controller) {
          abort = () => controller.abort(new Error('aborted by the caller'));
          // If it was stopped before it had a connection, nothing is sent.
          if (isOver) abort();
          else sent = true;
        },
        onResponseStart(controller, status, received) {
          // Informational responses precede the final one.
          if (status < 200) return;
          const answer = plainHeaders(received);
          const encoding = answer['content-encoding'];
          reader = createBodyReader(typeof encoding === 'string' ? encoding : '', limits.responseBytes, {
            done: (content) => finish({ kind: 'answered', status, headers: answer, body: content }),
            tooLarge: () => finish({ kind: 'too-large', what: 'answer', limit: limits.responseBytes, sent }),
            broken: (message) => finish({ kind: 'failed', message, sent }),
            pause: () => controller.pause(),
            resume: () => controller.resume(),
          });
        },
        onResponseData: (_, chunk) => reader?.write(chunk),
        onResponseEnd: () => reader?.end(),
        onResponseError: (_, error) => finish(outcomeOf(error, sent, limits)),
      },
    );
  });
}

function plainHeaders(received: { readonly [name: string]: string | string[] | undefined }): HttpHeaders {
  const entries = Object.entries(received).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.toLowerCase(), value] as const],
  );
  return Object.fromEntries(entries);
}

/** Why there was no response. */
export function outcomeOf(
  error: Error,
  sent: boolean,
  { connectTimeout, headerBytes }: Pick<ExchangeLimits, 'connectTimeout' | 'headerBytes'>,
): HttpOutcome {
  if (error instanceof BlockedAddressError) {
    return { kind: 'refused', reason: 'address', message: `${error.message}.`, sent: false };
  }
  if (error instanceof errors.ConnectTimeoutError)
    return { kind: 'timed-out', after: connectTimeout, sent: false };
  if (error instanceof errors.HeadersOverflowError) {
    return { kind: 'too-large', what: 'headers', limit: headerBytes, sent };
  }
  return { kind: 'failed', message: describeError(error), sent };
}

/** A text for common error codes. */
function describeError(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return textByErrorCode[code] ?? (error.message || code || 'the connection failed');
}

const textByErrorCode: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host does not exist',
  EAI_AGAIN: 'the host name could not be resolved',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was lost',
  EPIPE: 'the connection was lost',
  UND_ERR_SOCKET: 'the connection was lost',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the host does not respond',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};
