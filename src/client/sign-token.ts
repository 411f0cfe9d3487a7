/** Signs JSON Web Tokens with a secret that is shared with the server (HS256). */
export async function signToken(claims: object, secret: string): Promise<string> {
  const encoder = new TextEncoder();
  const part = (value: object): string => base64url(encoder.encode(JSON.stringify(value)));
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, encoder.encode(text));
  return `${text}.${base64url(new Uint8Array(signature))}`;
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
