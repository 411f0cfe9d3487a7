/** How callers of tools know what errors refer to: an operation by the tool that performs it, or else by its verb. */
import { type NameReference, plainName, registry } from '../../../operations/index.ts';
import type { Tool, ToolTerms } from '../contract/tool.ts';
import { createTools } from '../tools/create-tools.ts';

const caseNouns = {
  run: 'case',
  runs: 'cases',
  workflow: 'specification',
  workflows: 'specifications',
} as const;

const tools = createTools(async () => new Map(), registry);

/** What a tool stands for follows what another tool performs. */
const performers: readonly (readonly [operation: string, Tool])[] = [
  ...tools.flatMap((tool) => tool.operations.map((operation) => [operation, tool] as const)),
  ...tools.flatMap((tool) => (tool.standsFor ?? []).map((operation) => [operation, tool] as const)),
];

/** Resources are listed by a request of the protocol. */
const requests: ReadonlyMap<string, string> = new Map([['runs.list', 'resources/list']]);

/** The tool in these terms; or else any tool; or else the verb; a name that is no operation is unchanged. */
export function toolFor(operation: string, terms: ToolTerms): string {
  const able = performers.flatMap(([name, tool]) => (name === operation ? [tool] : []));
  const tool = able.find(({ terms: own = 'runs' }) => own === terms) ?? able[0];
  const verb = registry.find(operation)?.verb;
  const other = requests.get(operation) ?? (verb === undefined ? operation : `signalbox ${verb.name}`);
  return tool?.name ?? other;
}

export const nameForTools =
  (terms: ToolTerms): NameReference =>
  (reference) => {
    if ('operation' in reference) return `“${toolFor(reference.operation, terms)}”`;
    return 'noun' in reference && terms === 'cases' ? caseNouns[reference.noun] : plainName(reference);
  };
