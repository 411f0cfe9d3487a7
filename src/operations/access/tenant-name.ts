/** What a tenant may be called. */
export const defaultTenant = 'default';

export function isTenantName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);
}

/** Completes “A tenant is called by …”. */
export const tenantNameForm =
  'letters, digits, dots, _ and -, beginning with a letter or a digit, 64 of them at most';
