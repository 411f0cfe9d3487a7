/** The workflow that is meant: by its name, or because there is no other. */
import { findNearest } from '../expression/index.ts';
import type { Workflow } from '../languages/index.ts';

export type Choice =
  | { readonly kind: 'workflow'; readonly workflow: Workflow }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

export function chooseWorkflow(workflows: readonly Workflow[], name: string | null): Choice {
  const names = workflows.map((each) => each.name);
  const found = name === null ? workflows[0] : workflows.find((each) => each.name === name);
  if (found !== undefined && (name !== null || workflows.length === 1)) {
    return { kind: 'workflow', workflow: found };
  }
  const listed = names.length === 0 ? 'There is none.' : `There are: ${names.join(', ')}.`;
  if (name === null) return { kind: 'refused', problems: [`Which workflow is meant? ${listed}`] };
  const nearest = findNearest(name, names);
  const hint = nearest === undefined ? listed : `Did you mean “${nearest}”?`;
  return { kind: 'refused', problems: [`There is no workflow “${name}”. ${hint}`] };
}
