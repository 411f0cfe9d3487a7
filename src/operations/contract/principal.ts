/** The authenticated caller of an operation. */
export interface Principal {
  readonly subject: string;
  readonly tenant: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly roles: readonly string[];
  readonly kind: 'person' | 'agent' | 'service';
  /** Id of the request, in the journal, the log and the audit log. */
  readonly correlationId?: string;
  /** How the request came, if not from the principal directly: `form of claude-code 2.1.0`. For the audit log. */
  readonly via?: string;
}

/** Distinct for each principal: names of tenants have no spaces. */
export const principalKey = ({ tenant, subject }: Pick<Principal, 'tenant' | 'subject'>): string =>
  `${tenant} ${subject}`;

export const scopes = [
  'workflows:launch',
  'workflows:query',
  'workflows:cancel',
  'workflows:author',
  'specs:read',
  'workitems:manage',
  'catalogs:manage',
  'webhooks:manage',
  'elicit:person',
  'admin',
] as const;

export type Scope = (typeof scopes)[number];

/** The others, of operators and of those who speak for a person, are granted only if they are named. */
export const isUsualScope = (scope: Scope): boolean => scope !== 'admin' && scope !== 'elicit:person';

/** As whom the user answers in a form of the principal's client: as a person only if an agent may speak for one. */
export const formKindOf = ({ kind, scopes: own }: Principal): Principal['kind'] =>
  kind === 'agent' && own.has('elicit:person') ? 'person' : kind;
