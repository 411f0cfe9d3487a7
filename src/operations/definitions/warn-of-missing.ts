/** What a document calls and nobody offers: a warning, since a connector for it may come later. */
import type { SourceFile, Violation } from '../../languages/index.ts';
import type { Services } from '../contract/services.ts';
import { readDefinition } from '../read-definition.ts';

/** How long it waits for connectors that have not said what they offer, in milliseconds. */
const patience = 1_000;
const mostNamed = 20;

/** None where somebody has not said what they offer. */
export async function warnOfMissing(
  { offers }: Pick<Services, 'offers'>,
  file: SourceFile,
): Promise<readonly Violation[]> {
  await offers?.ask(patience);
  const everything = offers?.everything();
  if (everything === undefined) return [];
  const { violations } = readDefinition(file, everything).report;
  const names = everything.names.slice(0, mostNamed).join(', ');
  return violations
    .filter(({ rule }) => rule === 'unknown-call')
    .map((violation) => ({
      ...violation,
      rule: 'unknown-operation',
      message: `No connector offers “${violation.actual}”: the workflow cannot run until one does.${nearestIn(violation)}`,
      expected: `what is offered: ${names}${everything.names.length > mostNamed ? ', …' : ''}`,
    }));
}

const nearestIn = ({ suggestion }: Violation): string => (suggestion === null ? '' : ` ${suggestion.text}`);
