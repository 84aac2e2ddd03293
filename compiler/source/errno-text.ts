const texts: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  ENOENT: 'no such file or directory',
  ENOTDIR: 'part of the path is not a directory',
  EISDIR: 'it is a directory',
  ELOOP: 'its symbolic links go round in a circle',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
  ERR_FS_FILE_TOO_LARGE: 'it is larger than 2 GiB',
};

/** Returns in a few words why a call to the file system failed. */
export function errnoText(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return texts[code ?? ''] ?? message;
}

/** Returns the code of a failed call to the system, for instance `ENOENT`. */
export function errnoOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
