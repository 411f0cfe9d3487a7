/** The key ring of a data folder: from the variable SIGNALBOX_KEYS where it is set, else from the key file. */
import { addKey, KeyFileError, openKeyFile } from './key-file.ts';
import { createKeyRing, type KeyRing } from './key-ring.ts';
import { parseKeys } from './sealing-key.ts';

export interface KeyRingSource {
  /** The value of SIGNALBOX_KEYS; undefined or empty where it is not set. */
  readonly variable: string | undefined;
  /** The key file: made where it is missing. Not looked at where the variable is set. */
  readonly path: string;
}

export interface OpenKeyRing extends KeyRing {
  /** A new key seals from now on; what older ones sealed still opens. Throws KeyFileError. */
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
      `SIGNALBOX_KEYS cannot be used: ${parsed.problem}. Write id:key, several parted by commas, the one that seals first; a key is made by: openssl rand -base64 32`,
    );
  }
  return {
    ...createKeyRing(() => parsed.keys),
    async rotate() {
      throw new KeyFileError(
        'keys-fixed',
        'The keys come from SIGNALBOX_KEYS: put a new key first there, keep the older ones behind it, and start again.',
      );
    },
  };
}
