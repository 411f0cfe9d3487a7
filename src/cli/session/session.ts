/** A session of a verb: opens a Signalbox with the effective settings, calls operations as the user, and closes it. */
import { randomUUID } from 'node:crypto';
import { cleanText } from '../../drawing/index.ts';
import type { Json } from '../../expression/index.ts';
import type {
  AuditList,
  BackupView,
  CaseView,
  CatalogList,
  CatalogView,
  CommandDescription,
  CommandResult,
  CommandValues,
  ConnectorList,
  CreatedKey,
  DefinitionDetails,
  DefinitionList,
  DeletedSubscription,
  DeliveryList,
  DeliveryView,
  EventList,
  FoundCommands,
  ImportedCatalog,
  ImportPreview,
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
  SavedSecret,
  SecretsStatus,
  ServiceStatus,
  Settings,
  SubscriptionList,
  ValidatedApi,
  XesPiece,
} from '../../operations/index.ts';
import { OperationError, resolveSettings, scopes } from '../../operations/offline.ts';
import type { Signalbox } from '../../server/index.ts';
import type { CommandArguments } from '../arguments/command.ts';
import type { Host } from '../host/host.ts';
import { programBuild } from '../host/program-build.ts';
import { programVersion } from '../host/program-version.ts';
import { exitCodeOf, printError } from '../print/print-error.ts';
import { quoteWord } from '../print/quote-word.ts';

/** Results of the operations that verbs call. */
export interface OperationResults {
  readonly 'audit.list': AuditList;
  readonly 'catalogs.configure': CatalogView;
  readonly 'catalogs.get': CatalogView;
  readonly 'catalogs.import': ImportedCatalog;
  readonly 'catalogs.list': CatalogList;
  readonly 'catalogs.preview': ImportPreview;
  readonly 'catalogs.validate': ValidatedApi;
  readonly 'commands.describe': CommandDescription;
  readonly 'commands.run': CommandResult;
  readonly 'commands.search': FoundCommands;
  readonly 'commands.values': CommandValues;
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
  readonly 'items.renew': MovedItem;
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
  readonly 'secrets.save': SavedSecret;
  readonly 'secrets.status': SecretsStatus;
  readonly 'service.backup': BackupView;
  readonly 'service.status': ServiceStatus;
  readonly 'subscriptions.delete': DeletedSubscription;
  readonly 'subscriptions.list': SubscriptionList;
}

export interface Session {
  readonly settings: Settings;
  readonly role: 'owner' | 'attached';
  /** Flags that make another verb use the same data folder and tenant. */
  readonly sessionFlags: string;
  /** The same for a verb that goes on with this work: also the roles, workflows and connectors that were given. */
  readonly workFlags: string;
  /** Process that owns the data folder; null if none does. */
  readonly owner: number | null;
  /** Redirects notices about background problems to the listener. The returned function ends this. */
  readonly onNotice: (listener: (line: string) => void) => () => void;
  /** Throws OperationError. */
  call<Name extends keyof OperationResults>(
    name: Name,
    input: { readonly [field: string]: Json },
  ): Promise<OperationResults[Name]>;
}

export interface SessionOptions {
  /** A document that is read in addition to the folders of the settings. */
  readonly extraFile?: string;
  /** The session only reads: it does not continue runs. */
  readonly readOnly?: boolean;
  /** Overrides the tenant of the settings; empty for unknown callers. */
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
  { extraFile, readOnly = false, tenant }: SessionOptions = {},
): Promise<OpenedSession> {
  const { settings, problems } = resolveSettings({
    flags: args.values,
    env: host.environment,
    folder: host.folder,
    program: host.program,
  });
  if (problems.length > 0) throw badSettings(problems);
  const write = (line: string) => host.terminal.write(`${line}\n`);
  let notify = write;
  // Loaded late: help and usage errors do not need it.
  const { openSignalbox } = await import('../../server/index.ts');
  const signalbox = await openSignalbox(settings, {
    env: host.environment,
    version: programVersion(),
    build: programBuild,
    warn: (line) => notify(cleanText(line)),
    ...(host.terminal.canRedraw ? { reportProgress: (line: string) => notify(line) } : {}),
    isQuiet: readOnly,
    extraFile,
    registry: host.registry,
  });
  const principal = createPrincipal(host, tenant ?? settings.tenant, settings.roles);
  const session: Session = {
    settings,
    sessionFlags: repeatFlags(args, sessionFlagNames),
    workFlags: repeatFlags(args, [...sessionFlagNames, ...workFlagNames]),
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
    // The operation's own type defines the result.
    call: async (name, input) => (await signalbox.call(principal, name, input)) as never,
  };
  return { session, close: () => closeWithNotice(signalbox, host) };
}

/** Reports that calls in progress delay the end. */
async function closeWithNotice(signalbox: Signalbox, host: Host): Promise<void> {
  const message = 'Waiting for calls in progress to end. Press Ctrl-C to leave them to the next start.';
  const timer = setTimeout(() => host.terminal.write(`${message}\n`), 1_000);
  try {
    await signalbox.close();
  } finally {
    clearTimeout(timer);
  }
}

/** Opens a session, runs the work, closes, and prints errors. @returns the exit code */
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
      // The work is done: Ctrl-C skips the wait and returns its exit code.
      const unsubscribe = host.terminal.onInterrupt(() => host.exit(code));
      await close().finally(unsubscribe);
    }
    return code;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    await printError(host, error.details, args.chosen.has('--json'));
    return exitCodeOf(error.details);
  }
}

/** The same for verbs that only read: the session does not continue runs. */
export function withReadOnlySession(
  args: CommandArguments,
  host: Host,
  work: (session: Session) => Promise<number>,
): Promise<number> {
  return withSession(args, host, work, { readOnly: true });
}

const sessionFlagNames = ['--data', '--tenant', '--language'];
const workFlagNames = ['--roles', '--workflows', '--connectors', '--services'];

const repeatFlags = (args: CommandArguments, names: readonly string[]): string =>
  names.map((name) => repeatFlag(args, name)).join('');

function repeatFlag(args: CommandArguments, name: string): string {
  const values = args.values.get(name) ?? [];
  return values.map((value) => ` ${name} ${quoteWord(value)}`).join('');
}

function badSettings(problems: readonly string[]): OperationError {
  return new OperationError({
    code: 'bad_settings',
    message: problems.join(' '),
    suggestedAction: 'Correct the setting. “signalbox config” shows the effective settings.',
  });
}

/** At a terminal the caller is a person; a script is a service. */
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
