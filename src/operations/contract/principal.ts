/** The authenticated caller of an operation. */
export interface Principal {
  readonly subject: string;
  readonly tenant: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly roles: readonly string[];
  readonly kind: 'person' | 'agent' | 'service';
  /** Id of the request, in the journal, the log and the audit log. */
  readonly correlationId?: string;
}

export const scopes = [
  'workflows:launch',
  'workflows:query',
  'workflows:cancel',
  'workflows:author',
  'specs:read',
  'workitems:manage',
  'catalogs:manage',
  'webhooks:manage',
  'admin',
] as const;

export type Scope = (typeof scopes)[number];
