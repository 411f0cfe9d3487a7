/** Finds the workflows of a tenant that call commands of a catalog, and those that a new version would break. */

import { type ConnectorOperation, type Phrase, phrase, plainText } from '../../languages/index.ts';
import { type LibraryEntry, operationsOfProgram } from '../../runtime/index.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { readSubmitted } from '../definitions/read-submitted.ts';
import { createKnownOperations, narrowOperations } from '../documents/known-operations.ts';

export interface Caller {
  readonly entry: LibraryEntry;
  /** As the workflow writes them. */
  readonly commands: readonly string[];
}

export async function callersOfVendor(
  { library }: Pick<Services, 'library'>,
  { tenant }: Principal,
  vendor: string,
): Promise<readonly Caller[]> {
  const entries = await library.list(tenant);
  return entries.flatMap((entry) => {
    const program = entry.workflow?.program ?? null;
    if (program === null) return [];
    const { exact } = operationsOfProgram(program);
    const commands = exact.flatMap(([connector, operation]) => (connector === vendor ? [operation] : []));
    return commands.length === 0 ? [] : [{ entry, commands: [...new Set(commands)] }];
  });
}

const maxNamed = 10;

/** For a person who decides about them: `2 workflows: “a”, “b”`. */
export function describeCallers(callers: readonly Caller[]): Phrase {
  const names = callers.slice(0, maxNamed).map(({ entry }) => `“${entry.id}”`);
  const more = callers.length > maxNamed ? `, and ${callers.length - maxNamed} more` : '';
  const noun = callers.length === 1 ? 'workflow' : 'workflows';
  return phrase`${callers.length} ${{ noun }}: ${names.join(', ')}${more}`;
}

export interface BrokenWorkflow {
  readonly workflow: string;
  readonly problems: readonly string[];
}

/** Documents that are read again; of others only the calls of removed commands are found. */
const maxRead = 50;

export interface NewVersion {
  readonly vendor: string;
  readonly operations: readonly ConnectorOperation[];
  /** Whether a command that was there, by any of its names, is gone. */
  isGone(name: string): boolean;
}

export async function findBrokenWorkflows(
  services: Services,
  principal: Principal,
  callers: readonly Caller[],
  before: readonly ConnectorOperation[],
  version: NewVersion,
): Promise<readonly BrokenWorkflow[]> {
  const broken: BrokenWorkflow[] = [];
  for (const [at, { entry, commands }] of callers.entries()) {
    const removed = commands
      .filter((name) => version.isGone(name))
      .map((name) => `“${version.vendor}.${name}” is gone.`);
    const mismatches = at < maxRead ? await newMismatches(services, principal, entry, before, version) : [];
    const problems = [...removed, ...mismatches];
    if (problems.length > 0) broken.push({ workflow: entry.id, problems });
  }
  return broken;
}

/** Calls whose arguments or results do not fit any more. */
async function newMismatches(
  services: Services,
  principal: Principal,
  entry: LibraryEntry,
  before: readonly ConnectorOperation[],
  { vendor, operations }: NewVersion,
): Promise<readonly string[]> {
  const old = new Set(await mismatchesOf(services, principal, entry, vendor, before));
  return (await mismatchesOf(services, principal, entry, vendor, operations)).filter(
    (each) => !old.has(each),
  );
}

async function mismatchesOf(
  services: Services,
  principal: Principal,
  { workflow, document: { path, source: text } }: LibraryEntry,
  vendor: string,
  operations: readonly ConnectorOperation[],
): Promise<readonly string[]> {
  const known = createKnownOperations({ offered: [], exact: [[vendor, operations]], isComplete: false });
  const { readResult } = await readSubmitted(
    services,
    principal,
    { path, text },
    narrowOperations(known, text),
    {
      always: true,
    },
  );
  const isElsewhere = (at: string): boolean => {
    const [, name] = /^workflows\.(\w+)/.exec(at) ?? [];
    return name !== undefined && name !== workflow?.name;
  };
  const mismatches = readResult.violations.filter(
    ({ rule, path: at }) => rule !== 'unknown-call' && !isElsewhere(at),
  );
  return mismatches.map(({ line, message }) => `Line ${line}: ${plainText(message)}`);
}
