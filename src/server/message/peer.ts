/** Facts about the client from the connection itself. */
export interface Peer {
  /** Address of the client: behind a configured proxy, the forwarded one. */
  readonly address: string;
  /** The connection is encrypted. */
  readonly isSecure: boolean;
  /** The client certificate, verified against the configured authorities. */
  readonly certificate?: PeerCertificate;
}

export interface PeerCertificate {
  /** Subject alternative names that are URIs, unchanged. */
  readonly uris: readonly string[];
  /** In milliseconds since 1970. */
  readonly validUntil: number;
}
