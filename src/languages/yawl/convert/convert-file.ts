/** Converts one specification of a YAWL file into a document of the graph language. */
import type { Violation } from '../../document/violation.ts';
import type { Conversion, ConversionInput, Converted } from '../../facets.ts';
import type { ServiceDirectory, SourceFile } from '../../workflow.ts';
import { parseSpecificationSet } from '../parse/parse-specification-set.ts';
import { convertSpecification } from './convert-specification.ts';

export const conversion: Conversion = {
  noun: 'specification',
  convert({ file, workflow, services, read, warnings }) {
    const converted = convertFile(file, workflow, services, read);
    return converted && { ...converted, gaps: [...converted.gaps, ...unsound(warnings)] };
  },
};

/** @returns `undefined` if the file has no specification of that name */
export function convertFile(
  file: SourceFile,
  uri: string,
  services: ServiceDirectory | null,
  read: ConversionInput['read'],
): Converted | undefined {
  const { document, source } = parseSpecificationSet(file);
  const specification = document?.specifications.find((each) => each.uri === uri);
  return specification === undefined
    ? undefined
    : convertSpecification(specification, { source, services, read });
}

/** Workflows of the graph language behave differently if a net gets stuck, accumulates tokens or leaves some. */
const rules: ReadonlySet<string> = new Set(['deadlock', 'leftover', 'no-completion', 'unbounded']);

function unsound(warnings: readonly Violation[]): readonly Violation[] {
  return warnings
    .filter(({ rule }) => rules.has(rule))
    .map((warning) => ({
      ...warning,
      rule: `cannot-convert-${warning.rule}`,
      message: `${warning.message} A workflow of the graph language continues until nothing is left to do.`,
      suggestion: { text: 'Join all branches before the output condition.', edits: [] },
    }));
}
