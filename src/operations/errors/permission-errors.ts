/** Errors of authentication and authorization. */
import { phrase } from '../../languages/index.ts';
import type { ErrorEntries } from './error-entry.ts';

export const permissionErrors = {
  unauthenticated: {
    meaning: 'The request has no credentials, and this endpoint requires them.',
    action: 'Send a token or an API key as “Authorization: Bearer …”; the challenge names the issuer.',
    status: 401,
    short: 'unauthenticated',
  },
  invalid_token: {
    meaning: 'The credentials are invalid: forged, expired, not yet valid, revoked, or for another server.',
    action: 'Get new credentials from the issuer, and send those.',
    status: 401,
    short: 'unauthenticated',
  },
  missing_scope: {
    meaning: 'The credentials are valid, but lack the scope that this operation requires.',
    action: 'Ask the operator for credentials with the scope that “context” names.',
  },
  right_not_held: {
    meaning: 'A key cannot have scopes or roles that its creator does not have.',
    action: 'Remove what the message names, or ask someone who has it.',
  },
  operators_only: {
    meaning:
      'This operation affects the whole installation: only operators of the tenant “default” may call it.',
    action: 'Ask an operator of the installation.',
  },
  webhooks_off: {
    meaning: 'The operator has turned webhooks off, so nothing would be delivered.',
    action: phrase`Poll the ${{ noun: 'run' }} instead, with ${{ operation: 'runs.get' }} and a wait.`,
  },
  person_required: {
    meaning: 'Only a person can answer this, and the credentials belong to an agent or a service.',
    action: 'Ask a person to answer it.',
  },
  four_eyes: {
    meaning: 'The workflow requires the four-eyes principle: the requester cannot also confirm.',
    action: 'Ask another person to answer it.',
  },
  not_offered_to_you: {
    meaning:
      'You may not answer the work item: it names roles, people, a kind of principal or operators, and you are not among them.',
    action: 'Ask a principal that “who” of the work item names, or ask the operator for the role.',
  },
  privilege_missing: {
    meaning:
      'You may answer the work item, but its task does not grant you the privilege to skip, suspend or hand it on.',
    action: 'Answer it, or ask a participant with the privilege or an administrator.',
  },
  definition_read_only: {
    meaning: 'The document is in a read-only folder.',
    action: 'Save a copy under your own path, with a new name.',
  },
  unsafe_folder: {
    meaning: 'Other users could intercept the connection between two processes that share the data folder.',
    action:
      'Run every Signalbox process of one data folder as the same user, and restrict the folder to that user (chmod 700).',
  },
  // The following errors concern the transport of a request, not the rights of its sender. Each has its own name.
  foreign_host: {
    meaning: 'The Host header does not name this server.',
    action: 'Use the address that the server printed at startup.',
    short: 'foreign_host',
  },
  foreign_origin: {
    meaning: 'A web page of another origin sent this request from a browser.',
    action: 'Serve the page from an address of this server.',
    short: 'foreign_origin',
  },
  forwarded: {
    meaning:
      'The request came through a proxy, and this server has no credentials configured, so it would admit everyone.',
    action: 'Connect to it directly, on its own machine; or configure credentials.',
    short: 'forwarded',
  },
  foreign_proxy: {
    meaning: 'The request has forwarding headers, but does not come from a declared proxy.',
    action: 'Declare the proxy with SIGNALBOX_PROXIES, or remove the forwarding headers.',
    short: 'foreign_proxy',
  },
  plain_http: {
    meaning: 'The request came without TLS, and this server requires TLS.',
    action: 'Send the request over https.',
    short: 'plain_http',
  },
} as const satisfies ErrorEntries;
