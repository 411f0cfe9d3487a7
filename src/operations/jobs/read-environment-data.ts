/** The names that a document may refer to, as text with a hash: processes that read documents receive it once. */
import { createHash } from 'node:crypto';
import type { ReadEnvironment, ServiceDirectory } from '../../languages/index.ts';
import type { SharedData } from '../../runtime/index.ts';
import {
  createKnownOperations,
  type KnownOperations,
  type OperationsData,
} from '../documents/known-operations.ts';

interface EnvironmentData {
  readonly operations: OperationsData | null;
  readonly services: DirectoryData | null;
}

type DirectoryData = { readonly [Part in keyof ServiceDirectory]: readonly [string, never][] };

const noKey = {};
/** The text of an environment is large and used for many documents. Both parts are immutable. */
const known = new WeakMap<object, WeakMap<object, SharedData>>();

/** @param operations null: any operation may be called */
export function shareEnvironment(
  operations: KnownOperations | null,
  services: ServiceDirectory | null,
): SharedData {
  const ofOperations = known.get(operations ?? noKey) ?? new WeakMap<object, SharedData>();
  known.set(operations ?? noKey, ofOperations);
  const shared = ofOperations.get(services ?? noKey) ?? toShared(operations, services);
  ofOperations.set(services ?? noKey, shared);
  return shared;
}

function toShared(operations: KnownOperations | null, services: ServiceDirectory | null): SharedData {
  const text = JSON.stringify({
    operations: operations?.data ?? null,
    services: services === null ? null : dataOfDirectory(services),
  });
  return { hash: createHash('sha256').update(text).digest('hex'), text };
}

const dataOfDirectory = ({ services, codelets, participants, roles }: ServiceDirectory) => ({
  services: [...services],
  codelets: [...codelets],
  participants: [...participants],
  roles: [...roles],
});

/** @param text of `shareEnvironment` */
export function parseEnvironment(text: string): ReadEnvironment {
  const { operations, services }: EnvironmentData = JSON.parse(text);
  return {
    operations: operations === null ? null : createKnownOperations(operations),
    services:
      services === null
        ? null
        : {
            services: new Map(services.services),
            codelets: new Map(services.codelets),
            participants: new Map(services.participants),
            roles: new Map(services.roles),
          },
  };
}
