/**
 * Warns of calls that do not fit the operations that connectors offer now: unknown and ambiguous names, and wrong
 * arguments. They are no errors, because connectors may be added and their tools may change.
 */

import { findNearest } from '../../expression/index.ts';
import {
  isUnlistedEntry,
  type ReadResult,
  type SourceFile,
  type Violation,
  type Workflow,
} from '../../languages/index.ts';
import type { Services } from '../contract/services.ts';
import { describeAmbiguous, type KnownOperations, narrowOperations } from '../documents/known-operations.ts';
import type { JobOptions, JobOwner } from '../jobs/run-job.ts';
import { readSubmitted } from './read-submitted.ts';

/** How long it waits for connectors that have not answered, in milliseconds. */
const maxWaitMs = 1_000;
const maxListed = 20;

/**
 * An operation without a connector name is missing only if all connectors have answered.
 * @param found the document, read with the operations that are known without asking connectors
 */
export async function warnOfCalls(
  services: Pick<Services, 'connectorListings' | 'jobs' | 'directory'>,
  owner: JobOwner,
  file: SourceFile,
  found: ReadResult | null,
  options: Pick<JobOptions, 'always'> = {},
): Promise<readonly Violation[]> {
  const { connectorListings } = services;
  const { tenant } = owner;
  if (connectorListings === undefined || found === null) return [];
  await connectorListings.ask(maxWaitMs);
  const isSettled = ({ program }: Workflow): boolean =>
    program !== null && connectorListings.isSettled(tenant, program);
  if (found.workflows.every(isSettled)) return [];
  // Reading it again costs as much as the first time.
  const known = narrowOperations(connectorListings.knownTo(tenant), file.text);
  const { violations } = (await readSubmitted(services, owner, file, known, options)).readResult;
  const before = new Set(found.violations.map(keyOf));
  const fresh = violations.filter((each) => !isUnlistedEntry(each) && !before.has(keyOf(each)));
  const reportedOperations = new Set(
    fresh.flatMap((each) => (each.rule === 'unknown-call' ? [each.actual] : [])),
  );
  const listed = `${known.names.slice(0, maxListed).join(', ')}${known.names.length > maxListed ? ', …' : ''}`;
  return [
    ...fresh.map((violation) =>
      violation.rule === 'unknown-call'
        ? {
            ...violation,
            ...problemOf(known, violation.actual, nearestIn(violation)),
            expected: `an offered operation: ${listed}`,
          }
        : violation,
    ),
    ...found.workflows.flatMap((workflow) =>
      missingCalls(
        known,
        workflow,
        workflow.program === null ? [] : connectorListings.missingIn(tenant, workflow.program),
        reportedOperations,
      ),
    ),
  ];
}

/** Identifies an error in its document. */
const keyOf = ({ rule, line, column, message }: Violation): string =>
  JSON.stringify([rule, line, column, message]);

function problemOf(
  known: KnownOperations,
  operation: string,
  hint = '',
): Pick<Violation, 'rule' | 'message'> {
  const offeredBy = known.offeredBy(operation);
  const nearest = hint === '' ? findNearest(operation, known.names) : undefined;
  return offeredBy.length > 1
    ? {
        rule: 'ambiguous-operation',
        message: `${describeAmbiguous(operation, offeredBy)} Until then the workflow cannot run.`,
      }
    : {
        rule: 'unknown-operation',
        message: `No connector offers “${operation}”: the workflow cannot run until one does.${nearest === undefined ? hint : ` Did you mean “${nearest}”?`}`,
      };
}

/**
 * Missing operations that the language does not report: those of services.yaml, and `connector.operation` while other
 * connectors have not answered.
 * @param reportedOperations by its language
 */
function missingCalls(
  known: KnownOperations,
  { name, program, tasks, line, column }: Workflow,
  missing: readonly string[],
  reportedOperations: ReadonlySet<string>,
): Violation[] {
  if (program === null) return [];
  const unreported = new Set(missing.filter((operation) => !reportedOperations.has(operation)));
  const own = new Set([name, ...tasks.map(({ net }) => net)]);
  return program.nets.flatMap((net) =>
    net.tasks.flatMap(({ id, work, undo }) =>
      [work.kind === 'call' ? work : undefined, undo].flatMap((call) => {
        if (call === undefined || !own.has(net.id)) return [];
        const operation = [call.connector, call.operation].filter((part) => part !== undefined).join('.');
        if (!unreported.has(operation)) return [];
        const location = tasks.find((each) => each.net === net.id && each.task === id) ?? { line, column };
        return [
          {
            path: net.id === name ? `workflows.${name}.graph.${id}` : `${name}.${net.id}.${id}`,
            ...problemOf(known, operation),
            expected: 'an operation of a configured connector',
            actual: operation,
            line: location.line,
            column: location.column,
            endLine: location.line,
            endColumn: location.column + id.length,
            suggestion: null,
          },
        ];
      }),
    ),
  );
}

const nearestIn = ({ suggestion }: Violation): string => (suggestion === null ? '' : ` ${suggestion.text}`);
