/**
 * Keeps each state in a file of its own. A state replaces the previous one at once or not at all: it is written to a
 * draft, made durable, and renamed [Q8.1].
 */
import { codeOf, type HostFiles, hostFiles } from './host-files.ts';
import {
  checkSessionId,
  decodeState,
  encodeState,
  isSessionId,
  type SessionStore,
  SessionStoreError,
} from './session-store.ts';

/** @param folder for these files only; it is created, readable only by its owner */
export function createFileSessionStore(folder: string): SessionStore {
  const files = hostFiles();
  if (files !== undefined) return fileSessionStoreOf(files, folder);
  throw new SessionStoreError(
    'A file session store needs the files of Node.js, Deno or Bun. In a browser, use createMemorySessionStore or write a SessionStore of your own.',
  );
}

/** For tests, with files that fail. */
export function fileSessionStoreOf(files: HostFiles, folder: string): SessionStore {
  const fileOf = (sessionId: string): string => {
    checkSessionId(sessionId);
    return `${folder}/${sessionId}${extension}`;
  };
  return {
    async save(sessionId, state) {
      const file = fileOf(sessionId);
      const text = encodeState(sessionId, state);
      try {
        await replace(files, folder, sessionId, file, text);
      } catch (error) {
        throw failed('written', file, error);
      }
    },
    async load(sessionId) {
      const file = fileOf(sessionId);
      let text: string;
      try {
        text = await files.readFile(file, 'utf8');
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw failed('read', file, error);
      }
      const state = decodeState(text);
      if (state === undefined) throw damaged(file);
      return state;
    },
    async delete(sessionId) {
      const file = fileOf(sessionId);
      try {
        await files.rm(file, { force: true });
        // Drafts remain if a process ends while it saves.
        const drafts = (await namesIn(files, folder)).filter((name) => name.startsWith(draftOf(sessionId)));
        for (const draft of drafts) await files.rm(`${folder}/${draft}`, { force: true });
        await syncFolder(files, folder);
      } catch (error) {
        throw failed('deleted', file, error);
      }
    },
    async list() {
      try {
        return (await namesIn(files, folder))
          .filter((name) => name.endsWith(extension))
          .map((name) => name.slice(0, -extension.length))
          .filter(isSessionId)
          .sort();
      } catch (error) {
        throw failed('read', folder, error);
      }
    },
  };
}

const extension = '.json';

/** An id contains no dot, so drafts are neither sessions nor drafts of another session. */
const draftOf = (sessionId: string): string => `.${sessionId}.`;

/** A concurrent deletion can remove the folder or the draft: then the state is written again. */
const maxAttempts = 100;

async function replace(files: HostFiles, folder: string, sessionId: string, file: string, text: string) {
  for (let attempt = 1; ; attempt++) {
    const draft = `${folder}/${draftOf(sessionId)}${crypto.randomUUID()}.draft`;
    try {
      await writeDraft(files, draft, text);
      await files.rename(draft, file);
      break;
    } catch (error) {
      await files.rm(draft, { force: true }).catch(() => {});
      if (codeOf(error) !== 'ENOENT' || attempt === maxAttempts) throw error;
      await makeFolder(files, folder);
    }
  }
  await syncFolder(files, folder);
}

async function writeDraft(files: HostFiles, draft: string, text: string): Promise<void> {
  const handle = await files.open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Level by level: a recursive mkdir may never return if a level can neither be created nor exists. */
async function makeFolder(files: HostFiles, folder: string): Promise<void> {
  const parent = folder.replace(/[/\\]+[^/\\]*[/\\]*$/, '');
  const make = (): Promise<unknown> => files.mkdir(folder, { mode: 0o700 });
  try {
    await make().catch(async (error: unknown) => {
      if (codeOf(error) !== 'ENOENT' || parent === '' || parent === folder) throw error;
      await makeFolder(files, parent);
      await make();
    });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Otherwise a power failure could bring the previous state back. Windows cannot open folders. */
async function syncFolder(files: HostFiles, folder: string): Promise<void> {
  const handle = await files.open(folder, 'r').catch(() => undefined);
  if (handle === undefined) return;
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function namesIn(files: HostFiles, folder: string): Promise<readonly string[]> {
  try {
    return await files.readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

const failed = (what: string, file: string, cause: unknown): SessionStoreError =>
  new SessionStoreError(
    `The session file “${file}” cannot be ${what} (${codeOf(cause) || 'unknown reason'}). Check that you own its folder, and that the disk has space.`,
    file,
    { cause },
  );

const damaged = (file: string): SessionStoreError =>
  new SessionStoreError(
    `The session file “${file}” is damaged: it is not a JSON object. Restore a copy of it, or delete it and start the session again.`,
    file,
  );
