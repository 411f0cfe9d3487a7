/** Decides whether a name means a secret: `Authorization`, `client_secret`, `X-API-Key`, `refreshToken`. */

/** Ignores case, separators and percent codes. */
export function isSecretName(name: string): boolean {
  if (name.length > maxSecretNameLength) return false;
  const letters = name
    .toLowerCase()
    .replaceAll(/%[0-9a-f]{2}/g, '')
    .replaceAll(/[^a-z0-9]/g, '');
  if (alone.has(letters) || inside.test(letters) || letters.endsWith('pwd')) return true;
  return letters.endsWith('token') && !harmless.test(letters);
}

/** Whether the name of an environment variable means a secret: `DB_PWD`, but not the working folder of a shell. */
export const isSecretVariable = (name: string): boolean => !workingFolders.has(name) && isSecretName(name);

const workingFolders = new Set(['PWD', 'OLDPWD']);

/** No name that means a secret is longer. */
export const maxSecretNameLength = 200;
const alone = new Set(['auth', 'jwt', 'otp', 'sid', 'sessionid', 'signature', 'sig']);
const inside =
  /authorization|cookie|password|passwd|passphrase|secret(?!ar)|apikey|privatekey|accesskey|signingkey|encryptionkey|credential/;
/** Tokens that are only cursors of lists. */
const harmless = /(page|continuation|sync|cursor|cancellation)token$/;
