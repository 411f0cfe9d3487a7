/** Warns of operations that a document calls and no connector offers. It is no error, because a connector may be added later. */
import type { ReadResult, SourceFile, Violation, Workflow } from '../../languages/index.ts';
import type { ConnectorListings } from '../app/connector-listings.ts';
import type { Services } from '../contract/services.ts';
import type { KnownOperations } from '../jobs/known-operations.ts';
import type { JobOptions, JobOwner } from '../jobs/run-job.ts';
import { readSubmitted } from '../read-submitted.ts';

/** How long it waits for connectors that have not answered, in milliseconds. */
const maxWaitMs = 1_000;
const maxListed = 20;

/**
 * An operation without a connector name is missing only if all connectors have answered.
 * @param found the document, read with the operations known so far
 */
export async function warnOfMissingOperations(
  services: Pick<Services, 'connectorListings' | 'operations' | 'jobs' | 'directory'>,
  owner: JobOwner,
  file: SourceFile,
  found: ReadResult | null,
  options: Pick<JobOptions, 'always'> = {},
): Promise<readonly Violation[]> {
  const { connectorListings, operations = null } = services;
  if (connectorListings === undefined) return [];
  await connectorListings.ask(maxWaitMs);
  const allOperations = connectorListings.everything() ?? null;
  if (found !== null && isOffered(connectorListings, found)) return [];
  // Reading it again costs as much as the first time.
  const read = async (known: KnownOperations | null): Promise<ReadResult> =>
    known === operations && found !== null
      ? found
      : (await readSubmitted(services, owner, file, known, options)).readResult;
  const strict = await read(allOperations);
  const bare = strict.violations.filter((each) => each.rule === 'unknown-call');
  // If any operation is allowed, the others have programs.
  const loose = allOperations === null ? strict : await read(null);
  const names = allOperations?.names ?? [];
  const reportedOperations = new Set(bare.map(({ actual }) => actual));
  const listed = `${names.slice(0, maxListed).join(', ')}${names.length > maxListed ? ', …' : ''}`;
  return [
    ...bare.map((violation) => ({
      ...violation,
      rule,
      message: `${unoffered(violation.actual)}${nearestIn(violation)}`,
      expected: `an offered operation: ${listed}`,
    })),
    ...loose.workflows.flatMap((workflow) =>
      calledByWorkflow(connectorListings, workflow, reportedOperations),
    ),
  ];
}

/** Whether every operation that the document calls is offered, as far as known. */
const isOffered = (connectorListings: ConnectorListings, { workflows }: ReadResult): boolean =>
  workflows.every(({ program }) => program !== null && connectorListings.missingIn(program).length === 0);

const rule = 'unknown-operation';

const unoffered = (operation: string): string =>
  `No connector offers “${operation}”: the workflow cannot run until one does.`;

/**
 * Missing operations that the language does not report: `connector.operation`, and those of services.yaml.
 * @param reportedOperations by its language
 */
function calledByWorkflow(
  connectorListings: ConnectorListings,
  { name, program, tasks, line, column }: Workflow,
  reportedOperations: ReadonlySet<string>,
): Violation[] {
  if (program === null) return [];
  const missing = new Set(
    connectorListings.missingIn(program).filter((operation) => !reportedOperations.has(operation)),
  );
  const own = new Set([name, ...tasks.map(({ net }) => net)]);
  return program.nets.flatMap((net) =>
    net.tasks.flatMap(({ id, work, undo }) =>
      [work.kind === 'call' ? work : undefined, undo].flatMap((call) => {
        if (call === undefined || !own.has(net.id)) return [];
        const operation = [call.connector, call.operation].filter((part) => part !== undefined).join('.');
        if (!missing.has(operation)) return [];
        const location = tasks.find((each) => each.net === net.id && each.task === id) ?? { line, column };
        return [
          {
            path: net.id === name ? `workflows.${name}.graph.${id}` : `${name}.${net.id}.${id}`,
            rule,
            message: unoffered(operation),
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
