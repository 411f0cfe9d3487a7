/** Reads a file of a watched folder as a definition. Files with another purpose are never definitions. */
import type { ReadEnvironment, ReadResult, SourceFile } from '../../languages/index.ts';
import { isXml } from '../documents/is-xml.ts';
import { isDefinition, isTestCases, readDefinition } from '../documents/read-definition.ts';

/** Null if the file is not a definition: test cases, an API, connectors, data. */
export function readFolderDocument(
  file: SourceFile,
  environment: ReadEnvironment = { operations: null },
): ReadResult | null {
  return isSomethingElse(file) ? null : readDefinition(file, environment).readResult;
}

/** Never read as a definition, regardless of its content. */
export function isSomethingElse(file: SourceFile): boolean {
  const name = nameOf(file.path);
  if (isReservedName(file.path)) return true;
  if (isTestCases(file) || isApi(file)) return true;
  if (name.endsWith('.xml')) return !isDefinition(file);
  // JSON is often data. Unrecognized YAML is more likely a definition with an error.
  return name.endsWith('.json') && !isDefinition(file) && isJson(file.text);
}

/** A file of this name is never a definition. */
export function isReservedName(path: string): boolean {
  const name = nameOf(path);
  return /^(?:connectors|services)\.(?:ya?ml|json)$/.test(name) || /\.test\.(?:ya?ml|json)$/.test(name);
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

function isApi({ text }: SourceFile): boolean {
  return !isXml(text) && /^\ufeff?(?:\{\s*)?["']?(?:openapi|swagger)["']?\s*:/m.test(text.slice(0, 100_000));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
