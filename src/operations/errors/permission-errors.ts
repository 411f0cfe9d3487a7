/** Who is not known, and what one may not do. */
import type { ErrorEntries } from './error-entry.ts';

export const permissionErrors = {
  unauthenticated: {
    meaning: 'The request carries no credentials, and this is not for everybody.',
    action:
      'Send a token or an API key, as “Authorization: Bearer …”; the challenge says whom to ask for one.',
    status: 401,
    short: 'unauthenticated',
  },
  invalid_token: {
    meaning:
      'The credentials are not believed: forged, expired, not yet in force, revoked, or for another server.',
    action: 'Get new ones from the issuer, and send those.',
    status: 401,
    short: 'unauthenticated',
  },
  missing_scope: {
    meaning: 'The credentials are believed, but do not have the scope that this needs.',
    action: 'Ask the operator for credentials with the scope that “context” names.',
  },
  token_refused: {
    meaning:
      'The token of a place in a guide is not believed: it was changed, or is of another guide or tenant.',
    action: 'Send the token exactly as “guides.next” gave it; or “completedSteps” instead.',
    short: 'token_refused',
  },
  right_not_held: {
    meaning:
      'Nobody gives a right that they do not have: a key cannot have scopes or roles that its maker lacks.',
    action: 'Leave out what the message names, or ask somebody who has it.',
  },
  operators_only: {
    meaning: 'This is about the whole installation: it is for operators of the tenant “default” alone.',
    action: 'Ask an operator of the installation.',
  },
  webhooks_off: {
    meaning: 'The operator has turned webhooks off: nothing would be delivered.',
    action: 'Ask for the run instead, with “runs.get” and a wait.',
    toolAction: 'Ask for the case instead: “cases_status” with wait_ms.',
  },
  person_required: {
    meaning: 'Only a person can answer this, and the credentials are those of an agent or a service.',
    action: 'Ask a person to answer it.',
  },
  four_eyes: {
    meaning: 'The workflow asks for a second pair of eyes: whoever asked for it does not confirm it, too.',
    action: 'Ask somebody else to answer it.',
  },
  not_offered_to_you: {
    meaning:
      'The work item is for others: it names roles, people, a kind of principal or operators, and you are none of them.',
    action: 'Ask somebody whom “who” of the work item names, or the operator for the role.',
  },
  privilege_missing: {
    meaning:
      'You may answer the work item, but its task gives you no privilege to skip it, to suspend it or to hand it on.',
    action: 'Answer it, or ask somebody who has the privilege, or who administers.',
  },
  definition_read_only: {
    meaning: 'The document stands in a folder that is only read.',
    action: 'Save a copy under a path of your own, with a name of its own.',
  },
  unsafe_folder: {
    meaning: 'Other users could come between two processes that share the data folder.',
    action:
      'Run every Signalbox of one data folder as the same user, and let only that user use the folder (chmod 700).',
  },
  // The next ones are about the way that a request took, not about anybody's rights: each is called by its own name.
  foreign_host: {
    meaning: 'The Host header names a server that this is not.',
    action: 'Use the address that the server told at its start.',
    short: 'foreign_host',
  },
  foreign_origin: {
    meaning: 'A page of another server asked this one from a browser.',
    action: 'Serve the page from an address of this server.',
    short: 'foreign_origin',
  },
  forwarded: {
    meaning:
      'The request came through a proxy, and this server knows no credentials: it would let in everybody.',
    action: 'Ask it directly, on the machine that it runs on; or configure credentials.',
    short: 'forwarded',
  },
  foreign_proxy: {
    meaning: 'The request says that it came through a proxy which the operator did not declare.',
    action: 'Declare the proxy with SIGNALBOX_PROXIES, or have it leave out the forwarding headers.',
    short: 'foreign_proxy',
  },
  plain_http: {
    meaning: 'The request came without TLS, and this server takes none of those.',
    action: 'Ask with https.',
    short: 'plain_http',
  },
} as const satisfies ErrorEntries;
