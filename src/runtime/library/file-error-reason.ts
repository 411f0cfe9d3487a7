/** Why the file system refused: what that means, and in words. */
export interface FileErrorReason {
  readonly kind: 'absent' | 'forbidden' | 'full' | 'other';
  readonly text: string;
}

const known: Readonly<Record<string, FileErrorReason>> = {
  ENOENT: { kind: 'absent', text: 'it is not there' },
  ENOTDIR: { kind: 'other', text: 'a part of its path is no folder' },
  EISDIR: { kind: 'other', text: 'it is a folder' },
  EEXIST: { kind: 'other', text: 'there is a file where a folder should be' },
  ENAMETOOLONG: { kind: 'other', text: 'its name is too long' },
  ELOOP: { kind: 'other', text: 'its links go round in a circle' },
  EACCES: { kind: 'forbidden', text: 'that is not allowed' },
  EPERM: { kind: 'forbidden', text: 'that is not allowed' },
  EROFS: { kind: 'forbidden', text: 'the disk is read-only' },
  ENOSPC: { kind: 'full', text: 'the disk is full' },
  EDQUOT: { kind: 'full', text: 'the disk quota is used up' },
};

export function fileErrorReason(error: unknown): FileErrorReason {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return known[code] ?? { kind: 'other', text: code === '' ? String(error) : code };
}
