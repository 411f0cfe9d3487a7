/** Reads a credential of an API: a key or token, a login, or a client that gets tokens. */
import { type LocatedEntry, type Reporter, readShape, report } from '../../languages/index.ts';
import { isHeaderValue } from '../../runtime/index.ts';
import type { Credential } from '../openapi/api-credentials.ts';
import { credentialShape } from './connectors-shape.ts';
import { type Environment, readFilled } from './read-setting.ts';

/** `undefined` if it has an error. */
export function readCredential(
  reporter: Reporter,
  entry: LocatedEntry,
  environment: Environment,
): Credential | undefined {
  const what = `The credential “${entry.key}”`;
  if (entry.value.kind !== 'map') {
    const token = readFilled(reporter, entry.value, { what, isSecret: true }, environment);
    if (token === undefined) return undefined;
    if (token.trim() !== '' && isHeaderValue(token)) return { kind: 'token', token };
    const message = `${what} must be one line of plain characters.`;
    const expected = 'a key or a token';
    report(reporter, entry.value, { rule: 'bad-value', message, expected, actual: 'something else' });
    return undefined;
  }
  const fields = readShape(reporter, entry.value, credentialShape, { what });
  if (fields === undefined) return undefined;
  const read = (key: 'username' | 'password' | 'client_id' | 'client_secret'): string | undefined =>
    fields.value(key) === undefined
      ? undefined
      : readFilled(
          reporter,
          fields.value(key),
          { what: `“${key}”`, isSecret: key === 'password' || key === 'client_secret' },
          environment,
        );
  const [username, password] = [read('username'), read('password')];
  const [id, secret] = [read('client_id'), read('client_secret')];
  const scopes = (fields.read('scopes')?.items ?? []).flatMap((item) =>
    item.kind === 'scalar' && item.value !== null ? [String(item.value)] : [],
  );
  if (username !== undefined && password !== undefined && id === undefined && secret === undefined)
    return { kind: 'login', username, password };
  if (id !== undefined && secret !== undefined && username === undefined && password === undefined)
    return { kind: 'client', id, secret, scopes };
  reporter.report({
    at: entry.keySpan,
    path: entry.value.path,
    rule: 'bad-value',
    message: `${what} must be a key or a token, or have “username” and “password”, or “client_id” and “client_secret”.`,
    expected: 'one of them',
    actual: 'something else',
  });
  return undefined;
}
