/** Converts one specification of a YAWL file into a document of the graph language. */
import type { ServiceDirectory, SourceFile } from '../../language.ts';
import { parseSpecificationSet } from '../parse-specification-set.ts';
import { type Conversion, convertSpecification } from './convert-specification.ts';

/** @returns `undefined` if the file has no specification of that name */
export function convertFile(
  file: SourceFile,
  uri: string,
  services: ServiceDirectory | null,
): Conversion | undefined {
  const { document, source } = parseSpecificationSet(file);
  const specification = document?.specifications.find((each) => each.uri === uri);
  return specification === undefined ? undefined : convertSpecification(specification, { source, services });
}
