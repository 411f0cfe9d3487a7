/**
 * The files of Node.js, Deno or Bun. The client imports no module of a host, so that it loads in browsers; only a
 * program that stores files asks its host for them.
 */

export interface HostFiles {
  open(path: string, flags: 'r' | 'wx', mode?: number): Promise<HostFile>;
  readFile(path: string, encoding: 'utf8'): Promise<string>;
  readdir(path: string): Promise<readonly string[]>;
  mkdir(path: string, options: { readonly mode: number }): Promise<unknown>;
  rename(from: string, to: string): Promise<void>;
  rm(path: string, options: { readonly force: true }): Promise<void>;
}

export interface HostFile {
  writeFile(text: string): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

interface Host {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
}

/** `undefined` in a browser. */
export function hostFiles(): HostFiles | undefined {
  const { process } = globalThis as Host;
  return process?.getBuiltinModule?.('node:fs/promises') as HostFiles | undefined;
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
