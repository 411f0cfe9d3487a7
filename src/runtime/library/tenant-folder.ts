/** Folder names of tenants: every tenant name maps to a distinct folder name, also on case-insensitive file systems. */

const maxNameBytes = 200;

/** `undefined` if the name is too long, empty, or not text. */
export function folderOfTenant(tenant: string): string | undefined {
  const encoded = Buffer.from(tenant, 'utf8');
  // Unpaired surrogates would all become the same.
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

/** `undefined` if it is not the folder of a tenant. */
export function tenantOfFolder(name: string): string | undefined {
  try {
    const tenant = decodeURIComponent(name);
    return folderOfTenant(tenant) === name ? tenant : undefined;
  } catch {
    return undefined;
  }
}
