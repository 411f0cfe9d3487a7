/** Sends requests over TLS as a client that trusts one authority and may have a certificate. */
import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';

export interface SecureAsking {
  /** The authority that signed the server's certificate, in PEM. */
  readonly ca: string;
  /** Certificate of the client, in PEM. */
  readonly cert?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly body?: string;
}

export interface SecureAnswer {
  readonly status: number;
  readonly text: string;
  /** Alternating names and values, as received. */
  readonly headers: readonly string[];
  /** Fingerprint of the server's certificate. */
  readonly fingerprint: string;
}

/** Each request uses its own connection. Of a stream it reads the first part, and closes. */
export function askSecurely(
  url: string,
  { headers = {}, body, ...asking }: SecureAsking,
): Promise<SecureAnswer> {
  const method = asking.method ?? (body === undefined ? 'GET' : 'POST');
  return new Promise((resolve, reject) => {
    const asked = request(url, { ...asking, method, headers, agent: false }, (answer) => {
      const fingerprint =
        (answer.socket as TLSSocket).getPeerX509Certificate()?.fingerprint256 ?? 'no certificate';
      let text = '';
      const finish = (): void => {
        resolve({ status: answer.statusCode ?? 0, text, headers: answer.rawHeaders, fingerprint });
        asked.destroy();
      };
      const isStream = answer.headers['content-type']?.startsWith('text/event-stream') === true;
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        if (isStream && text.includes('\n\n')) finish();
      });
      answer.once('end', finish);
    });
    asked.once('error', reject).end(body);
  });
}
