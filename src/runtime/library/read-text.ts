/** Reads one file as text, up to a limit, and describes errors. */
import { open } from 'node:fs/promises';
import { decodeText } from './decode-text.ts';
import { fileErrorReason } from './file-error-reason.ts';

export type TextOutcome =
  | { readonly kind: 'text'; readonly text: string; readonly changedAt: number }
  | { readonly kind: 'absent' }
  | { readonly kind: 'trouble'; readonly message: string };

/** In bytes. */
export const maxDocumentBytes = 1_048_576;

export async function readText(absolute: string): Promise<TextOutcome> {
  try {
    const file = await open(absolute, 'r');
    try {
      const status = await file.stat();
      if (!status.isFile()) return trouble('it is not a regular file');
      if (status.size > maxDocumentBytes) return trouble('it is larger than 1 MiB');
      const bytes = await file.readFile();
      if (bytes.length > maxDocumentBytes) return trouble('it is larger than 1 MiB');
      const decoded = decodeText(bytes);
      return decoded.kind === 'trouble'
        ? trouble(decoded.reason)
        : { kind: 'text', text: decoded.text, changedAt: Math.floor(status.mtimeMs) };
    } finally {
      await file.close();
    }
  } catch (error) {
    const reason = fileErrorReason(error);
    return reason.kind === 'absent' ? { kind: 'absent' } : trouble(reason.text);
  }
}

const trouble = (reason: string): TextOutcome => ({
  kind: 'trouble',
  message: `The file cannot be read: ${reason}.`,
});
