/** Whether a name says that what stands under it is a secret: `Authorization`, `client_secret`, `X-API-Key`, `refreshToken`. */

/** Case, separators and percent codes make no difference. */
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
/** Tokens that only say where a list goes on. */
const harmless = /(page|continuation|sync|cursor|cancellation)token$/;
