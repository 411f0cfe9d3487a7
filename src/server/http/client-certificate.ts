/** Reads the certificate of a client, if TLS verified it against a configured authority [W1.6]. */
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { PeerCertificate } from '../message/peer.ts';

export function certificateOf(socket: Socket): PeerCertificate | undefined {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return undefined;
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) return undefined;
  return { uris: urisOf(certificate.subjectAltName ?? ''), validUntil: Date.parse(certificate.validTo) };
}

/** Names with a comma are quoted as JSON: none of them is a valid id. */
function urisOf(names: string): readonly string[] {
  return names.split(', ').flatMap((name) => (/^URI:[^"]+$/.test(name) ? name.slice('URI:'.length) : []));
}
