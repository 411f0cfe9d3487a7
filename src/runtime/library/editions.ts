/** Numbers the states of the library as a tenant sees it, so that a client can detect changes. */
import { randomBytes } from 'node:crypto';
import { Listeners } from '../engine/listeners.ts';
import type { DocumentPlace } from './library.ts';
import type { FolderScan } from './scan-folder.ts';

type Scans = ReadonlyMap<string, FolderScan>;

export class Editions {
  readonly #epoch = randomBytes(8).toString('hex');
  readonly #listeners = new Listeners<true>();
  readonly #counts = new Map<string, number>();

  of(tenant: string): string {
    return `${this.#epoch}-${this.#countOf(sharedOwner)}-${this.#countOf(ownerKey(tenant))}`;
  }

  async next(tenant: string, signal: AbortSignal): Promise<void> {
    const shared = this.#listeners.watch(sharedOwner, signal);
    const own = this.#listeners.watch(ownerKey(tenant), signal);
    await Promise.race([shared.update, own.update]);
    shared.cancel();
    own.cancel();
  }

  /** @returns whether anything has changed */
  renew(before: Scans, after: Scans): boolean {
    const changed = new Set<string>();
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      const [old, fresh] = [before.get(key), after.get(key)];
      if (fingerprint(old) !== fingerprint(fresh)) changed.add(ownerKey((fresh ?? old)?.tenant ?? null));
    }
    for (const owner of changed) {
      this.#counts.set(owner, this.#countOf(owner) + 1);
      this.#listeners.notify(owner, true);
    }
    return changed.size > 0;
  }

  /** Ends all waiting. */
  close(): void {
    this.#listeners.close();
  }

  #countOf(owner: string): number {
    return this.#counts.get(owner) ?? 0;
  }
}

const ownerKey = (tenant: string | null): string => (tenant === null ? sharedOwner : `of ${tenant}`);

const sharedOwner = '';

export const documentKey = ({ tenant, folder, path }: DocumentPlace): string =>
  JSON.stringify([tenant, folder, path]);

/** Equal if nothing has changed. */
function fingerprint(scan: FolderScan | undefined): string {
  const documents = scan?.documents ?? [];
  return documents.map((each) => `${documentKey(each)} ${each.revision} ${each.violations.length}`).join();
}
