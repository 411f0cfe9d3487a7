/** What a document calls and nobody offers: a warning, since a connector for it may come later. */
import type { SourceFile, Violation, Workflow } from '../../languages/index.ts';
import type { Services } from '../contract/services.ts';
import type { Offers } from '../house/offers.ts';
import { readDefinition } from '../read-definition.ts';

/** How long it waits for connectors that have not said what they offer, in milliseconds. */
const patience = 1_000;
const mostNamed = 20;

/** What is called by its bare name is missing only where everybody has said what they offer. */
export async function warnOfMissing(
  { offers }: Pick<Services, 'offers'>,
  file: SourceFile,
): Promise<readonly Violation[]> {
  if (offers === undefined) return [];
  await offers.ask(patience);
  const everything = offers.everything() ?? null;
  const strict = readDefinition(file, everything).report;
  const bare = strict.violations.filter((each) => each.rule === 'unknown-call');
  // Where anything may be called, the others have programs.
  const { reading } = readDefinition(file, null);
  const names = everything?.names ?? [];
  const listed = `${names.slice(0, mostNamed).join(', ')}${names.length > mostNamed ? ', …' : ''}`;
  return [
    ...bare.map((violation) => ({
      ...violation,
      rule,
      message: `${unoffered(violation.actual)}${nearestIn(violation)}`,
      expected: `what is offered: ${listed}`,
    })),
    ...reading.workflows.flatMap((workflow) => namedByConnector(offers, workflow)),
  ];
}

const rule = 'unknown-operation';

const unoffered = (operation: string): string =>
  `No connector offers “${operation}”: the workflow cannot run until one does.`;

/** `connector.operation`: the language knows nothing of connectors. */
function namedByConnector(offers: Offers, { name, program, tasks, line, column }: Workflow): Violation[] {
  if (program === null) return [];
  const missing = new Set(offers.missingIn(program).filter((operation) => operation.includes('.')));
  return program.nets.flatMap((net) =>
    net.tasks.flatMap(({ id, work, undo }) =>
      [work.kind === 'call' ? work : undefined, undo].flatMap((call) => {
        const operation = `${call?.connector ?? ''}.${call?.operation ?? ''}`;
        if (net.id !== name || !missing.has(operation)) return [];
        const place = tasks.find((each) => each.net === net.id && each.task === id) ?? { line, column };
        return [
          {
            path: `workflows.${name}.graph.${id}`,
            rule,
            message: unoffered(operation),
            expected: 'an operation of a connector that is configured',
            actual: operation,
            line: place.line,
            column: place.column,
            endLine: place.line,
            endColumn: place.column + id.length,
            suggestion: null,
          },
        ];
      }),
    ),
  );
}

const nearestIn = ({ suggestion }: Violation): string => (suggestion === null ? '' : ` ${suggestion.text}`);
