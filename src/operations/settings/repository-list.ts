/** Addresses of repositories as settings hold them: read from a list or from JSON, and shown without credentials. */
import { parseRepository } from '../../runtime/index.ts';
import { type Form, texts } from './setting-form.ts';

/** What is wrong with one of them is told when the house is opened, in words of its own. */
export const repositoryList: Form<readonly string[]> = {
  ...texts,
  expected:
    'addresses of git repositories, parted by commas, each with “#branch” behind it where that matters',
  show: (value) => value.map(shown).join(','),
};

const shown = (address: string): string =>
  parseRepository(address).kind === 'repository' ? address : '(no address that can be used)';

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
  // A token is for a host, and stands in its own variable: one here is refused like any other in an address.
  return authToken === undefined ? named : named.replace('://', '://withheld@');
}
