/** Certificate and key of the server, from files that may be replaced while it runs [W8.1]. */
import { readFile, stat } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { OperationError } from '../../operations/index.ts';

export interface TlsPaths {
  readonly cert: string;
  readonly key: string;
  /** Authorities of client certificates; empty if clients present none. */
  readonly clientCa: string;
}

export interface TlsContext {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly ca?: Buffer;
  readonly minVersion: 'TLSv1.2';
}

/** Rejects with OperationError if a file cannot be read, or the files do not match. */
export async function readTls(paths: TlsPaths): Promise<TlsContext> {
  const [cert, key, ca] = await Promise.all([
    readPart('cert', paths.cert),
    readPart('key', paths.key),
    paths.clientCa === '' ? undefined : readPart('ca', paths.clientCa),
  ]);
  const wrong = [cert, key, ca].flatMap((part) => part?.wrong ?? []);
  const [first] = wrong;
  if (first !== undefined) throw badTls(wrong.map(({ message }) => message).join(' '), first.cause);
  const context: TlsContext = {
    cert: cert.content,
    key: key.content,
    minVersion: 'TLSv1.2',
    ...(ca === undefined ? {} : { ca: ca.content }),
  };
  try {
    createSecureContext(context);
  } catch (error) {
    throw badTls('The certificate, its key and the client authorities cannot be used together.', error);
  }
  return context;
}

interface Part {
  readonly content: Buffer;
  readonly wrong?: { readonly message: string; readonly cause: unknown };
}

const parts = {
  cert: { setting: 'SIGNALBOX_TLS_CERT', what: 'a certificate' },
  key: { setting: 'SIGNALBOX_TLS_KEY', what: 'a key' },
  ca: { setting: 'SIGNALBOX_TLS_CLIENT_CA', what: 'a certificate' },
} as const;

/** Problems are part of the result, so that all are reported at once. */
async function readPart(part: keyof typeof parts, path: string): Promise<Part> {
  const { setting, what } = parts[part];
  const file = `The file “${path}” that ${setting} names`;
  let content: Buffer = Buffer.alloc(0);
  try {
    content = await readFile(path);
  } catch (cause) {
    return { content, wrong: { message: `${file} cannot be read.`, cause } };
  }
  try {
    createSecureContext({ [part]: content });
  } catch (cause) {
    return { content, wrong: { message: `${file} does not contain ${what} as PEM.`, cause } };
  }
  return { content };
}

function badTls(message: string, cause: unknown): OperationError {
  return new OperationError(
    {
      code: 'bad_certificate',
      message,
      suggestedAction: 'Use PEM files that belong together: the certificate with its chain, and its key.',
    },
    { cause },
  );
}

export interface TlsWatch {
  /** Checks now. @returns the problem of the files as text; then the previous ones stay active */
  reload(): Promise<string | undefined>;
  end(): void;
}

/**
 * Polls the files for changes: a certificate may be renewed by renaming, by a link, or on a mounted volume, where the
 * system reports no changes.
 */
export function watchTls(
  paths: TlsPaths,
  every: number,
  take: (context: TlsContext) => void,
  tell: (line: string) => void,
): TlsWatch {
  let seen = '';
  const reload = async (): Promise<string | undefined> => {
    try {
      take(await readTls(paths));
      return undefined;
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      return error.message;
    }
  };
  const reloadIfChanged = async (): Promise<void> => {
    const stamp = await stampOf(paths);
    if (stamp === seen) return;
    const isFirst = seen === '';
    seen = stamp;
    if (isFirst) return;
    const problem = await reload();
    tell(
      problem === undefined ? 'New certificates are active.' : `${problem} The previous ones stay active.`,
    );
  };
  void reloadIfChanged();
  const timer = setInterval(() => void reloadIfChanged(), every);
  timer.unref();
  return { reload, end: () => clearInterval(timer) };
}

async function stampOf({ cert, key, clientCa }: TlsPaths): Promise<string> {
  const stamps = [cert, key, clientCa].map(async (path) => {
    const found = path === '' ? undefined : await stat(path).catch(() => undefined);
    return found === undefined ? 'none' : `${found.ino}.${found.size}.${found.mtimeMs}`;
  });
  return (await Promise.all(stamps)).join(' ');
}
