/** The key ring of a data folder: from the variable SIGNALBOX_KEYS if it is set, otherwise from the key file. */
import { addKey, KeyFileError, openKeyFile } from './key-file.ts';
import { createKeyRing, type KeyRing } from './key-ring.ts';
import { parseKeys } from './sealing-key.ts';

export interface KeyRingSource {
  /** The value of SIGNALBOX_KEYS; `undefined` or empty if it is not set. */
  readonly variable: string | undefined;
  /** The key file: created if it is missing. Not read if the variable is set. */
  readonly path: string;
}

export interface OpenKeyRing extends KeyRing {
  /** Seals with a new key from now on; older keys still open. Throws KeyFileError. */
  rotate(): Promise<void>;
}

/** Throws KeyFileError. */
export async function openKeyRing({ variable, path }: KeyRingSource): Promise<OpenKeyRing> {
  if (variable !== undefined && variable.trim() !== '') return ringOfVariable(variable);
  let keys = await openKeyFile(path);
  return {
    ...createKeyRing(() => keys),
    async rotate() {
      keys = await addKey(path);
    },
  };
}

function ringOfVariable(variable: string): OpenKeyRing {
  const parsed = parseKeys(variable);
  if (parsed.kind === 'problem') {
    throw new KeyFileError(
      'keys-damaged',
      `SIGNALBOX_KEYS cannot be used: ${parsed.problem}. Write a comma-separated list of id:key, the sealing key first. Create a key with: openssl rand -base64 32`,
    );
  }
  return {
    ...createKeyRing(() => parsed.keys),
    async rotate() {
      throw new KeyFileError(
        'keys-fixed',
        'The keys come from SIGNALBOX_KEYS. Put a new key first there, keep the older ones after it, and start again.',
      );
    },
  };
}
