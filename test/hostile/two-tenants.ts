/** A server for two tenants: one attacks, one makes small calls. */
import { signToken } from '../access/sign-token.ts';
import { specificationText } from '../yawl/specification-text.ts';
import type { HttpRequest, HttpResponse, Send } from './attack.ts';

export type Tenant = 'attacker' | 'neighbour';

const secretOf = (tenant: Tenant): string => `the-signing-secret-of-${tenant}-is-long-enough`;

/** What an author of workflows needs, and nothing for operators. */
const scopes = ['workflows:query', 'workflows:launch', 'workflows:author', 'workitems:manage'];

const issuerOf = (tenant: Tenant): string => `  - issuer: ${tenant}
    secret: \${env:HOSTILE_SECRET_${tenant.toUpperCase()}}
    audience: signalbox
    tenant: ${tenant}
    scopes: [${scopes.join(', ')}]
    kinds: [person]
`;

const workflows = `workflows:
  greet:
    description: Greets a person
    params: { name: str }
    graph:
      hello: { call: echo, args: { text: "Hello, $name!" } }
    result: $hello.text
`;

/** A case of it computes a query, and completes at once. */
const specification = specificationText({
  uri: 'Greeting',
  nets: [
    {
      id: 'Greeting',
      inputs: { name: 'string' },
      begin: ['choose'],
      tasks: {
        choose: {
          to: [
            { to: 'o', when: "starts-with(/Greeting/name, 'A')", order: 0 },
            { to: 'other', otherwise: true },
          ],
          split: 'xor',
          does: null,
        },
        other: { to: ['o'], does: null },
      },
    },
  ],
});

/** Texts by path in the folder of the server. */
export const serverFiles: Readonly<Record<string, string>> = {
  'data/auth.yaml': `issuers:\n${issuerOf('attacker')}${issuerOf('neighbour')}`,
  'workflows/greet.yaml': workflows,
  'workflows/greeting.yawl': specification,
};

export const serverArguments = ['serve', '--port', '0', '--data', 'data', '--workflows', 'workflows'];

export const serverEnvironment: Readonly<Record<string, string>> = {
  SIGNALBOX_TENANTS: 'true',
  HOSTILE_SECRET_ATTACKER: secretOf('attacker'),
  HOSTILE_SECRET_NEIGHBOUR: secretOf('neighbour'),
};

function tokenOf(tenant: Tenant, subject: string): string {
  const now = Math.floor(Date.now() / 1_000);
  return signToken(
    {
      iss: tenant,
      aud: 'signalbox',
      sub: subject,
      scope: scopes.join(' '),
      kind: 'person',
      iat: now,
      exp: now + 3_600,
    },
    secretOf(tenant),
  );
}

/** @param origin of the server */
export function senderOf(origin: string, tenant: Tenant, subject: string): Send {
  const authorization = `Bearer ${tokenOf(tenant, subject)}`;
  return async ({ method, path, body, headers = {} }: HttpRequest): Promise<HttpResponse> => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        authorization,
        accept: 'application/json, text/event-stream',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
}
