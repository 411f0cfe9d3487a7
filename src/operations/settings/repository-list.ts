/** Parses addresses of repositories from a list or from JSON, and shows them without credentials. */
import { parseRepository } from '../../runtime/index.ts';
import { type Form, texts } from './setting-form.ts';

/** Errors in an address are reported when the app opens, with their own messages. */
export const repositoryList: Form<readonly string[]> = {
  ...texts,
  expected: 'comma-separated addresses of git repositories, each optionally with “#branch”',
  show: (value) => value.map(shown).join(','),
};

const shown = (address: string): string =>
  parseRepository(address).kind === 'repository' ? address : '(not a valid address)';

/** Another system writes them as JSON: texts, or objects with an address and a branch. */
export function listOfJson(written: string): string {
  if (!written.startsWith('[')) return written;
  try {
    const list: unknown = JSON.parse(written);
    return Array.isArray(list) ? list.map(addressOf).join(',') : written;
  } catch {
    return written;
  }
}

function addressOf(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry);
  const { url, repositoryUrl, branch, authToken }: Partial<Record<string, unknown>> = { ...entry };
  const address = String(url ?? repositoryUrl ?? '');
  const named = typeof branch === 'string' && branch !== '' ? `${address}#${branch}` : address;
  // A token belongs in the variable of its host. In an address it is refused.
  return authToken === undefined ? named : named.replace('://', '://withheld@');
}
