/** Names every endpoint uniquely: by its operation id, otherwise from its method and path. */
import type { Endpoint } from './list-endpoints.ts';
import { asText, ownField } from './own-field.ts';

/**
 * @param write how a name is written. Default: as in the document
 * @returns names in the order of the endpoints
 */
export function nameOperations(
  endpoints: readonly Endpoint[],
  write = (name: string): string => name,
): readonly string[] {
  const wanted = endpoints.map((endpoint) => write(writtenName(endpoint) ?? derivedName(endpoint)));
  // A numbered name never takes the name of another endpoint.
  const taken = new Set(wanted);
  const counts = new Map<string, number>();
  return wanted.map((name) => {
    let count = (counts.get(name) ?? 0) + 1;
    let unique = name;
    if (count > 1) {
      while (taken.has(`${name}_${count}`)) count += 1;
      unique = `${name}_${count}`;
      taken.add(unique);
    }
    counts.set(name, count);
    return unique;
  });
}

function writtenName({ operation }: Endpoint): string | undefined {
  return asText(ownField(operation, 'operationId'))?.trim() || undefined;
}

/** `GET /userAccounts/{accountId}` is `get_user_accounts_account_id`. */
function derivedName({ method, path }: Endpoint): string {
  const words = path.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1_$2').match(/[\p{L}\p{N}]+/gu) ?? [];
  return [method, ...words].join('_').toLowerCase();
}
