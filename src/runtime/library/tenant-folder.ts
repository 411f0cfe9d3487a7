/** Names of folders for tenants: any name becomes one, no two become the same, also where case does not count. */

const maxNameBytes = 200;

/** Undefined where the name is too long, empty, or no text. */
export function folderOfTenant(tenant: string): string | undefined {
  const encoded = Buffer.from(tenant, 'utf8');
  // Halves of letters would all become the same.
  if (encoded.toString('utf8') !== tenant) return undefined;
  const bytes = [...encoded];
  const name = bytes
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return /[a-z0-9_-]/.test(letter) ? letter : `%${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
  return name === '' || name.length > maxNameBytes ? undefined : name;
}

/** Undefined where no tenant's folder has that name. */
export function tenantOfFolder(name: string): string | undefined {
  try {
    const tenant = decodeURIComponent(name);
    return folderOfTenant(tenant) === name ? tenant : undefined;
  } catch {
    return undefined;
  }
}
