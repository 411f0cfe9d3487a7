import { expect, test } from 'vitest';
import { base } from '../../../test/server/token-fixture.ts';
import { OperationError } from '../../operations/index.ts';
import { challengeFor } from './challenge.ts';
import { protectedResource } from './metadata.ts';

const challenge = (error: OperationError, path?: string, at = base) =>
  challengeFor(at, error, path)['www-authenticate'];

test('[W1.5] a request without credentials learns where the metadata is, and gets no error code', () => {
  const error = new OperationError({ code: 'unauthenticated', message: 'Who are you?' });
  expect(challenge(error)).toBe(
    'Bearer realm="signalbox", resource_metadata="https://flows.example.com/.well-known/oauth-protected-resource/mcp"',
  );
  expect(challenge(error, '/mcp/tools/invoke')).toContain('/.well-known/oauth-protected-resource/mcp"');
  const root =
    'Bearer realm="signalbox", resource_metadata="https://flows.example.com/.well-known/oauth-protected-resource"';
  expect(challenge(error, '/v1/runs')).toBe(root);
  expect(challenge(error, '/mcpx')).toBe(root);
});

test('[W1.5] with a path in the public address the metadata path follows the host', () => {
  const error = new OperationError({ code: 'unauthenticated', message: 'Who are you?' });
  expect(challenge(error, '/mcp', 'https://example.com/flows')).toContain(
    'resource_metadata="https://example.com/.well-known/oauth-protected-resource/flows/mcp"',
  );
  expect(challenge(error, '/v1', 'https://example.com/flows')).toContain(
    'resource_metadata="https://example.com/.well-known/oauth-protected-resource/flows"',
  );
});

test('[W1.5] refused credentials get the reason, in characters that are valid in a header', () => {
  const message = 'The claim “kind” of the token\\ must be “ä”, "b"\r\nSet-Cookie: a=b.';
  const told = challenge(new OperationError({ code: 'invalid_token', message })) ?? '';
  expect(told).toContain(
    `, error="invalid_token", error_description="The claim 'kind' of the token? must be '?', 'b'??Set-Cookie: a=b."`,
  );
  expect(() => new Headers({ 'www-authenticate': told })).not.toThrow();
});

test('[W1.5] a missing scope is named', () => {
  const context = { operation: 'runs.start', scope: 'workflows:launch' };
  const error = new OperationError({ code: 'missing_scope', message: 'It needs the scope.', context });
  expect(challenge(error)).toBe(
    'Bearer realm="signalbox", resource_metadata="https://flows.example.com/.well-known/oauth-protected-resource/mcp", error="insufficient_scope", error_description="It needs the scope.", scope="workflows:launch"',
  );
});

test('[W1.5] errors about something else have no challenge', () => {
  for (const code of ['four_eyes', 'invalid_request', 'issuer_unavailable', 'run_not_found'] as const) {
    expect(challengeFor(base, new OperationError({ code, message: 'No.' }))).toEqual({});
  }
});

test('[W1.5] the metadata names the issuers of tokens, and the scopes', () => {
  const issuers = [
    { issuer: 'https://login.example.com', scopes: ['workflows:launch', 'admin'] },
    { issuer: 'https://other.example.com/realm', scopes: ['workflows:query'] },
    { issuer: 'zai-controller', scopes: ['workflows:author'] },
    { issuer: 'http://127.0.0.1/', scopes: ['workflows:author'] },
  ] as const;
  expect(protectedResource(base, '/mcp', issuers)).toEqual({
    resource: 'https://flows.example.com/mcp',
    authorization_servers: ['https://login.example.com', 'https://other.example.com/realm'],
    scopes_supported: ['workflows:launch', 'workflows:query'],
    bearer_methods_supported: ['header'],
    resource_name: 'Signalbox',
  });
  const alone = protectedResource(base, '/', []);
  expect(alone.resource).toBe(base);
  expect(alone).not.toHaveProperty('authorization_servers');
  expect(alone.scopes_supported).toContain('workflows:launch');
  expect(alone.scopes_supported).not.toContain('admin');
});
