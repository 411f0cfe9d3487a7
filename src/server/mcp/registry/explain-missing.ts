/** Why there is no tool of a name that a workflow could have: several are called so, or it has mistakes. */
import type { DefinitionSummary } from '../../../operations/index.ts';

/** @param toolOf the tool of a workflow, by its id. @returns undefined where there is nothing to say */
export function explainMissing(
  tool: string,
  definitions: readonly DefinitionSummary[],
  toolOf: ReadonlyMap<string, string>,
): string | undefined {
  const meant = definitions.filter(({ id, name }) => [id, name].map(plainTool).includes(tool));
  const tools = meant.flatMap(({ id }) => toolOf.get(id) ?? []).slice(0, maxNamed);
  if (tools.length > 1) return `Several workflows are called so: ${tools.map(quote).join(', ')}.`;
  if (tools.length === 1) return `The workflow is called ${tools.map(quote).join('')} now.`;
  const [broken] = meant.filter(({ valid }) => !valid);
  if (broken === undefined) return undefined;
  return `The workflow ${quote(broken.id)} has mistakes, so it cannot run: workflow_get shows them to whoever may read documents.`;
}

const maxNamed = 10;

const plainTool = (name: string): string => `w_${name.replaceAll(/[^a-zA-Z0-9_-]+/g, '_')}`;

const quote = (name: string): string => `“${name}”`;
