/** Certificate and key of the server, from files that may be replaced while it serves [W8.1]. */
import { readFile, stat } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { OperationError } from '../../operations/index.ts';

export interface TlsPaths {
  readonly cert: string;
  readonly key: string;
  /** Authorities whose client certificates are believed; empty where clients show none. */
  readonly clientCa: string;
}

export interface TlsContext {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly ca?: Buffer;
  readonly minVersion: 'TLSv1.2';
}

/** Rejects with OperationError where a file cannot be read, or they do not fit together. */
export async function readTls(paths: TlsPaths): Promise<TlsContext> {
  const [cert, key, ca] = await Promise.all([
    readPart(paths.cert, 'SIGNALBOX_TLS_CERT'),
    readPart(paths.key, 'SIGNALBOX_TLS_KEY'),
    paths.clientCa === '' ? undefined : readPart(paths.clientCa, 'SIGNALBOX_TLS_CLIENT_CA'),
  ]);
  const context: TlsContext = { cert, key, minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) };
  try {
    createSecureContext(context);
  } catch (error) {
    throw badTls('The certificate, its key and the authorities of clients cannot be used together.', error);
  }
  return context;
}

async function readPart(path: string, setting: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw badTls(`The file “${path}” that ${setting} names cannot be read.`, error);
  }
}

function badTls(message: string, cause: unknown): OperationError {
  return new OperationError(
    {
      code: 'bad_certificate',
      message,
      suggestedAction: 'Name PEM files that belong together: the certificate with its chain, and its key.',
    },
    { cause },
  );
}

export interface TlsWatch {
  /** Looks now. @returns what is wrong with the files, in words; then those before stay in force */
  look(): Promise<string | undefined>;
  end(): void;
}

/**
 * Looks every so often whether the files are others: a certificate may be renewed by whatever program, by renaming, by a
 * link, or on a mounted volume, where nothing tells of changes.
 */
export function watchTls(
  paths: TlsPaths,
  every: number,
  take: (context: TlsContext) => void,
  tell: (line: string) => void,
): TlsWatch {
  let seen = '';
  const look = async (): Promise<string | undefined> => {
    try {
      take(await readTls(paths));
      return undefined;
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      return error.message;
    }
  };
  const lookIfChanged = async (): Promise<void> => {
    const stamp = await stampOf(paths);
    if (stamp === seen) return;
    const isFirst = seen === '';
    seen = stamp;
    if (isFirst) return;
    const problem = await look();
    tell(
      problem === undefined ? 'New certificates are in force.' : `${problem} The ones before stay in force.`,
    );
  };
  void lookIfChanged();
  const timer = setInterval(() => void lookIfChanged(), every);
  timer.unref();
  return { look, end: () => clearInterval(timer) };
}

async function stampOf({ cert, key, clientCa }: TlsPaths): Promise<string> {
  const stamps = [cert, key, clientCa].map(async (path) => {
    const found = path === '' ? undefined : await stat(path).catch(() => undefined);
    return found === undefined ? 'none' : `${found.ino}.${found.size}.${found.mtimeMs}`;
  });
  return (await Promise.all(stamps)).join(' ');
}
