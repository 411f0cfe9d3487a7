/** Decides whether a name means a secret: `Authorization`, `client_secret`, `X-API-Key`, `refreshToken`. */

/** Ignores case, separators and percent codes. */
export function isSecretName(name: string): boolean {
  if (name.length > maxSecretNameLength) return false;
  const letters = name
    .toLowerCase()
    .replaceAll(/%[0-9a-f]{2}/g, '')
    .replaceAll(/[^a-z0-9]/g, '');
  if (alone.has(letters) || inside.test(letters)) return true;
  return letters.endsWith('token') && !harmless.test(letters);
}

/** No name that means a secret is longer. */
export const maxSecretNameLength = 200;
const alone = new Set(['auth', 'jwt', 'otp', 'pwd', 'sid', 'sessionid', 'signature', 'sig']);
const inside =
  /authorization|cookie|password|passwd|passphrase|secret(?!ar)|apikey|privatekey|accesskey|signingkey|encryptionkey|credential/;
/** Tokens that are only cursors of lists. */
const harmless = /(page|continuation|sync|cursor|cancellation)token$/;
