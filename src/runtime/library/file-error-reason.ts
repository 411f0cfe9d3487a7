/** Classifies and describes errors of the file system. */
export interface FileErrorReason {
  readonly kind: 'absent' | 'forbidden' | 'full' | 'other';
  readonly text: string;
}

const known: Readonly<Record<string, FileErrorReason>> = {
  ENOENT: { kind: 'absent', text: 'it does not exist' },
  ENOTDIR: { kind: 'other', text: 'a part of its path is not a folder' },
  EISDIR: { kind: 'other', text: 'it is a folder' },
  EEXIST: { kind: 'other', text: 'a file exists in place of a folder' },
  ENAMETOOLONG: { kind: 'other', text: 'its name is too long' },
  ELOOP: { kind: 'other', text: 'its symbolic links form a cycle' },
  EACCES: { kind: 'forbidden', text: 'permission is denied' },
  EPERM: { kind: 'forbidden', text: 'permission is denied' },
  EROFS: { kind: 'forbidden', text: 'the disk is read-only' },
  ENOSPC: { kind: 'full', text: 'the disk is full' },
  EDQUOT: { kind: 'full', text: 'the disk quota is exceeded' },
};

export function fileErrorReason(error: unknown): FileErrorReason {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return known[code] ?? { kind: 'other', text: code === '' ? String(error) : code };
}
