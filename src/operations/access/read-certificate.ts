/** Reads one certificate entry of the auth file: a SPIFFE id and the rights of its holder [W1.6]. */
import { type Located, readMap, readText } from '../../languages/index.ts';
import type { CertificateRule } from './auth-configuration.ts';
import {
  type RightsReader,
  readKind,
  readRoles,
  readScopes,
  readTenant,
  refuseValue,
} from './read-rights.ts';
import { isSpiffeId } from './spiffe-id.ts';
import { defaultTenant } from './tenant-name.ts';

export function readCertificate(reader: RightsReader, located: Located): CertificateRule | undefined {
  const { reporter } = reader;
  const fields = readMap(reporter, located, {
    what: 'A certificate',
    keys: ['spiffe', 'tenant', 'scopes', 'roles', 'kind'],
    synonyms: { spiffe_id: 'spiffe', id: 'spiffe', uri: 'spiffe', scope: 'scopes', role: 'roles' },
    required: { spiffe: 'spiffe://example.org/agents/invoice', scopes: ['workflows:query'] },
  });
  if (fields === undefined) return undefined;
  const at = fields.value('spiffe');
  const spiffe = readText(reporter, at, 'The SPIFFE id');
  const isRight = spiffe !== undefined && isSpiffeId(spiffe.replace(/\/\*$/, ''));
  if (spiffe !== undefined && at !== undefined && !isRight) {
    const message =
      'A SPIFFE id has the form “spiffe://example.org/agents/invoice”; a trailing “/*” matches everything below.';
    refuseValue(reporter, at, message, 'a SPIFFE id');
  }
  const rule = {
    tenant: readTenant(reader, fields.value('tenant')) ?? defaultTenant,
    scopes: readScopes(reader, fields.value('scopes')),
    roles: readRoles(reader, fields.value('roles')),
    kind: readKind(reader, fields.value('kind')) ?? 'service',
  };
  return isRight ? { spiffe, ...rule } : undefined;
}
