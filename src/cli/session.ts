/** A Signalbox, as the verbs use it: opened with the settings in force, asked by whoever types, closed at the end. */
import { randomUUID } from 'node:crypto';
import { relative } from 'node:path';
import { cleanText } from '../drawing/index.ts';
import type { Json } from '../expression/index.ts';
import type {
  AuditList,
  BackupView,
  CaseView,
  ConnectorList,
  CreatedKey,
  DefinitionDetails,
  DefinitionList,
  DeletedSubscription,
  DeliveryList,
  DeliveryView,
  EventList,
  ItemList,
  ItemView,
  KeyList,
  MovedItem,
  MovedRun,
  Principal,
  Purge,
  ReplayedRun,
  ResentDeliveries,
  RevokedKey,
  RunDocument,
  RunGraph,
  RunHistory,
  RunList,
  RunView,
  ServiceStatus,
  Settings,
  SubscriptionList,
  XesPiece,
} from '../operations/index.ts';
import { OperationError, resolveSettings, scopes } from '../operations/offline.ts';
import type { Signalbox } from '../server/index.ts';
import type { CommandArguments } from './command.ts';
import type { Host } from './host.ts';
import { exitCodeOf, printError } from './print-error.ts';
import { programBuild } from './program-build.ts';
import { programVersion } from './program-version.ts';

/** What the operations that verbs call give back. */
export interface OperationResults {
  readonly 'audit.list': AuditList;
  readonly 'connectors.list': ConnectorList;
  readonly 'definitions.get': DefinitionDetails;
  readonly 'definitions.list': DefinitionList;
  readonly 'deliveries.list': DeliveryList;
  readonly 'deliveries.resend': DeliveryView;
  readonly 'deliveries.resendAll': ResentDeliveries;
  readonly 'events.list': EventList;
  readonly 'events.xes': XesPiece;
  readonly 'cases.status': CaseView;
  readonly 'items.add': MovedItem;
  readonly 'items.complete': MovedItem;
  readonly 'items.delegate': MovedItem;
  readonly 'items.force': MovedItem;
  readonly 'items.get': ItemView;
  readonly 'items.hold': MovedItem;
  readonly 'items.list': ItemList;
  readonly 'items.release': MovedItem;
  readonly 'items.resume': MovedItem;
  readonly 'items.rollback': MovedItem;
  readonly 'items.skip': MovedItem;
  readonly 'items.suspend': MovedItem;
  readonly 'keys.create': CreatedKey;
  readonly 'keys.list': KeyList;
  readonly 'keys.revoke': RevokedKey;
  readonly 'retention.purge': Purge;
  readonly 'runs.cancel': MovedRun;
  readonly 'runs.export': RunDocument;
  readonly 'runs.fork': MovedRun;
  readonly 'runs.get': RunView;
  readonly 'runs.graph': RunGraph;
  readonly 'runs.history': RunHistory;
  readonly 'runs.import': MovedRun;
  readonly 'runs.list': RunList;
  readonly 'runs.reopen': MovedRun;
  readonly 'runs.replay': ReplayedRun;
  readonly 'runs.resume': MovedRun;
  readonly 'runs.signal': MovedRun;
  readonly 'runs.start': MovedRun;
  readonly 'runs.suspend': MovedRun;
  readonly 'service.backup': BackupView;
  readonly 'service.status': ServiceStatus;
  readonly 'subscriptions.delete': DeletedSubscription;
  readonly 'subscriptions.list': SubscriptionList;
}

export interface Session {
  readonly settings: Settings;
  readonly role: 'owner' | 'attached';
  /** What has to stand behind a verb so that it means the same data folder. */
  readonly sessionFlags: string;
  /** Process that owns the data folder; null where nobody does at the moment. */
  readonly owner: number | null;
  /** Takes what the Signalbox tells of troubles that nobody asked about, until the function that it gives is called. */
  readonly onNotice: (listener: (line: string) => void) => () => void;
  /** Throws OperationError. */
  call<Name extends keyof OperationResults>(
    name: Name,
    input: { readonly [field: string]: Json },
  ): Promise<OperationResults[Name]>;
}

export interface SessionOptions {
  /** A folder that is read beside those of the settings. */
  readonly extraFolder?: string;
  /** It only looks: runs do not move because of it. */
  readonly readOnly?: boolean;
  /** Whose it is about, where that is not for the settings to say; empty for callers whom nobody knows. */
  readonly tenant?: string;
}

export interface OpenedSession {
  readonly session: Session;
  readonly close: () => Promise<void>;
}

/** Throws OperationError. */
export async function openSession(
  args: CommandArguments,
  host: Host,
  { extraFolder, readOnly = false, tenant }: SessionOptions = {},
): Promise<OpenedSession> {
  const { settings: resolved, problems } = resolveSettings({
    flags: args.values,
    env: host.environment,
    folder: host.folder,
    program: host.program,
  });
  if (problems.length > 0) throw badSettings(problems);
  const settings = extraFolder === undefined ? resolved : withFolder(resolved, extraFolder);
  const write = (line: string) => host.terminal.write(`${line}\n`);
  let notify = write;
  // Whoever only asks for help, or is misunderstood, need not wait until all of it is loaded.
  const { openSignalbox } = await import('../server/index.ts');
  const signalbox = await openSignalbox(settings, {
    env: host.environment,
    version: programVersion(),
    build: programBuild,
    warn: (line) => notify(cleanText(line)),
    isQuiet: readOnly,
  });
  const principal = createPrincipal(host, tenant ?? settings.tenant, settings.roles);
  const session: Session = {
    settings,
    sessionFlags: ['--data', '--tenant'].map((name) => repeatFlag(args, name)).join(''),
    get role() {
      return signalbox.role;
    },
    get owner() {
      return signalbox.owner?.pid ?? null;
    },
    onNotice: (listener) => {
      notify = listener;
      return () => {
        notify = write;
      };
    },
    // What an operation gives is what its own type says.
    call: async (name, input) => (await signalbox.call(principal, name, input)) as never,
  };
  return { session, close: () => closeWithNotice(signalbox, host) };
}

/** Calls under way may take a while to end. */
async function closeWithNotice(signalbox: Signalbox, host: Host): Promise<void> {
  const message = 'Waiting for calls under way to end. Ctrl-C leaves them to the next start.';
  const timer = setTimeout(() => host.terminal.write(`${message}\n`), 1_000);
  try {
    await signalbox.close();
  } finally {
    clearTimeout(timer);
  }
}

/** Opens, works and closes; whatever is refused meanwhile is told. @returns the exit code */
export async function withSession(
  args: CommandArguments,
  host: Host,
  work: (session: Session) => Promise<number>,
  options: SessionOptions = {},
): Promise<number> {
  try {
    const { session, close } = await openSession(args, host, options);
    let code = 1;
    try {
      code = await work(session);
    } finally {
      // What was done is done: whoever does not want to wait any longer gets its code.
      const unsubscribe = host.terminal.onInterrupt(() => host.exit(code));
      await close().finally(unsubscribe);
    }
    return code;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    printError(host, error.details, args.chosen.has('--json'));
    return exitCodeOf(error.details);
  }
}

/** The same for verbs that only look: runs do not move because of them. */
export function withReadOnlySession(
  args: CommandArguments,
  host: Host,
  work: (session: Session) => Promise<number>,
): Promise<number> {
  return withSession(args, host, work, { readOnly: true });
}

function repeatFlag(args: CommandArguments, name: string): string {
  const [value] = args.values.get(name) ?? [];
  return value === undefined ? '' : ` ${name} ${quoteWord(value)}`;
}

/** As a shell reads it. */
function quoteWord(word: string): string {
  return /^[\w./~-]+$/.test(word) ? word : `'${cleanText(word).replaceAll("'", "'\\''")}'`;
}

function badSettings(problems: readonly string[]): OperationError {
  return new OperationError({
    code: 'bad_settings',
    message: problems.join(' '),
    suggestedAction: 'Correct it; “signalbox config” shows what is in force.',
  });
}

/** A folder inside another is read with it: twice its workflows would have to share their names. */
function withFolder(settings: Settings, folder: string): Settings {
  const isInside = settings.workflows.some((each) => !/^\.\.(?:[\\/]|$)/.test(relative(each, folder)));
  return isInside ? settings : { ...settings, workflows: [...settings.workflows, folder] };
}

/** Whoever types is a person; a script is not. */
function createPrincipal({ user, terminal }: Host, tenant: string, roles: readonly string[]): Principal {
  return {
    subject: user,
    tenant,
    scopes: new Set(scopes),
    roles,
    kind: terminal.isInteractive ? 'person' : 'service',
    // One command is one request.
    correlationId: randomUUID(),
  };
}
