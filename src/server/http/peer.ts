/** Who is at the other end of the connection, as far as the connection itself tells. */
export interface Peer {
  /** Of the client: behind a declared proxy, what that says. */
  readonly address: string;
  /** Nobody on the way could read what was sent. */
  readonly isSecure: boolean;
  /** The certificate that the client has shown, believed by the authorities that the operator named. */
  readonly certificate?: PeerCertificate;
}

export interface PeerCertificate {
  /** Subject alternative names that are URIs, as they stand in it. */
  readonly uris: readonly string[];
  /** In milliseconds since 1970. */
  readonly validUntil: number;
}
