/** Asks a server over TLS, as whoever trusts only one authority, and shows a certificate where there is one. */
import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';

export interface SecureAsking {
  /** The authority that signed the server's certificate, in PEM. */
  readonly ca: string;
  /** Of the client, in PEM. */
  readonly cert?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SecureHeard {
  readonly status: number;
  readonly text: string;
  /** Of the server's certificate. */
  readonly fingerprint: string;
}

/** Each on a connection of its own. */
export function askSecurely(url: string, { headers = {}, ...trust }: SecureAsking): Promise<SecureHeard> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { ...trust, headers, agent: false }, (answer) => {
      const certificate = (answer.socket as TLSSocket).getPeerX509Certificate();
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, text, fingerprint: certificate?.fingerprint256 ?? '' }),
      );
    });
    asked.once('error', reject).end();
  });
}
