/** Validates names of tenants. */
export const defaultTenant = 'default';

export function isTenantName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);
}

/** Completes “The name of a tenant must have the form: …”. */
export const tenantNameForm =
  'letters, digits, dots, _ and -, beginning with a letter or a digit, at most 64 characters';
