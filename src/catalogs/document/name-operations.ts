/** Names every endpoint uniquely: by its operation id, otherwise from its method and path. */
import type { Endpoint } from './list-endpoints.ts';
import { nameUniquely } from './name-uniquely.ts';
import { asText, ownField } from './own-field.ts';

interface OperationNaming {
  /** How a name is written. Default: as in the document. */
  readonly write?: (name: string) => string;
  /** Names that are kept, in the order of the endpoints. */
  readonly kept?: readonly (string | undefined)[];
}

/** @returns names in the order of the endpoints */
export function nameOperations(
  endpoints: readonly Endpoint[],
  { write = (name) => name, kept = [] }: OperationNaming = {},
): readonly string[] {
  const wanted = endpoints.map((endpoint) => [write(idOf(endpoint) ?? derivedName(endpoint))]);
  return nameUniquely(wanted, { kept, separator: '_' });
}

/** As it is written, without spaces around it. */
export function idOf({ operation }: Endpoint): string | undefined {
  return asText(ownField(operation, 'operationId'))?.trim() || undefined;
}

/** `GET /userAccounts/{accountId}` is `get_user_accounts_account_id`. */
function derivedName({ method, path }: Endpoint): string {
  const words = path.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1_$2').match(/[\p{L}\p{N}]+/gu) ?? [];
  return [method, ...words].join('_').toLowerCase();
}
