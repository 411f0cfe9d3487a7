/** Who is asking. */
export interface Principal {
  readonly subject: string;
  readonly tenant: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly roles: readonly string[];
  readonly kind: 'person' | 'agent' | 'service';
}

export const scopes = [
  'workflows:launch',
  'workflows:query',
  'workflows:author',
  'workitems:manage',
  'catalogs:manage',
  'webhooks:manage',
  'admin',
] as const;

export type Scope = (typeof scopes)[number];
