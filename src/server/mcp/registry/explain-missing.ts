/** Explains why a workflow has no tool of a name: several workflows share the name, or it has errors. */
import type { DefinitionSummary } from '../../../operations/index.ts';

/** @param toolOf the tool of a workflow, by its id. @returns `undefined` if there is no explanation */
export function explainMissing(
  tool: string,
  definitions: readonly DefinitionSummary[],
  toolOf: ReadonlyMap<string, string>,
): string | undefined {
  const meant = definitions.filter(({ id, name }) => [id, name].map(plainTool).includes(tool));
  const tools = meant.flatMap(({ id }) => toolOf.get(id) ?? []).slice(0, maxNamed);
  if (tools.length > 1) return `Several workflows have this name: ${tools.map(quote).join(', ')}.`;
  if (tools.length === 1) return `The tool of the workflow is now ${tools.map(quote).join('')}.`;
  const [broken] = meant.filter(({ valid }) => !valid);
  if (broken === undefined) return undefined;
  return `The workflow ${quote(broken.id)} has errors and cannot run. workflow_get shows them to callers that may read documents.`;
}

const maxNamed = 10;

const plainTool = (name: string): string => `w_${name.replaceAll(/[^a-zA-Z0-9_-]+/g, '_')}`;

const quote = (name: string): string => `“${name}”`;
