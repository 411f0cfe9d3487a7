/** Reads one certificate entry of the auth file: a SPIFFE id and the rights of its holder [W1.6]. */
import { type Located, readShape } from '../../languages/index.ts';
import { defaultTenant } from '../contract/tenant-name.ts';
import type { CertificateRule } from './auth-configuration.ts';
import { certificateShape } from './auth-shape.ts';
import { type RightsReader, readTenant, refuseValue } from './read-rights.ts';
import { isSpiffeId } from './spiffe-id.ts';

export function readCertificate(reader: RightsReader, located: Located): CertificateRule | undefined {
  const { reporter } = reader;
  const fields = readShape(reporter, located, certificateShape);
  if (fields === undefined) return undefined;
  const at = fields.value('spiffe');
  const spiffe = fields.read('spiffe');
  const isRight = spiffe !== undefined && isSpiffeId(spiffe.replace(/\/\*$/, ''));
  if (spiffe !== undefined && at !== undefined && !isRight) {
    const message =
      'A SPIFFE id has the form “spiffe://example.org/agents/invoice”; a trailing “/*” matches everything below.';
    refuseValue(reporter, at, message, 'a SPIFFE id');
  }
  const rule = {
    tenant: readTenant(reader, fields.value('tenant')) ?? defaultTenant,
    scopes: fields.read('scopes') ?? [],
    roles: fields.read('roles') ?? [],
    kind: fields.read('kind') ?? 'service',
  };
  return isRight ? { spiffe, ...rule } : undefined;
}
