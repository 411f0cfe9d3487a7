/** All tools: a table that is computed once, and the workflows of the caller's tenant. */
import {
  OperationError,
  type Principal,
  type Registry,
  type Scope,
  type ToolDrawings,
} from '../../../operations/index.ts';
import type { Signalbox } from '../../local/signalbox.ts';
import type { ToolChoice, ToolRegistry } from '../contract/contents.ts';
import type { Tool } from '../contract/tool.ts';
import { toolsetNames } from '../contract/toolsets.ts';
import { createTools } from '../tools/create-tools.ts';
import { joinTools } from '../tools/join-tools.ts';
import { fitDrawings } from './fit-drawings.ts';
import { WorkflowTools } from './workflow-tools.ts';

export interface ToolRegistryOptions {
  readonly call: Signalbox['call'];
  /** The operations: their scopes, and the tools that they declare. */
  readonly registry: Registry;
  /** Workflows that are listed first, by id or by tool name. */
  readonly pinned: readonly string[];
  /** Whether each workflow is a tool of its own. Default: true. */
  readonly workflowTools?: boolean;
  /**
   * The toolset “cases”. True: all of it is listed by default; null or absent: the usual ones; false: never more than
   * those.
   */
  readonly caseTools?: boolean | null;
  /** Whether the descriptions of workflows have drawings. Default: auto. */
  readonly drawings?: ToolDrawings;
}

/** Dependencies of the tool of a workflow. */
const operationsToRun = ['definitions.outline', 'runs.start'];

const noLanguages: ReadonlySet<string | null> = new Set();

const onlyByName =
  'Workflows are not tools on this server. Start one with workflow_run; workflow_list lists them.';

/** Default limit for workflows: every listed tool takes room in each conversation. */
const defaultWorkflowCount = 20;

export function createToolRegistry(options: ToolRegistryOptions): ToolRegistry {
  const { call, registry, pinned, workflowTools = true, caseTools = null, drawings = 'auto' } = options;
  const workflows = new WorkflowTools(call, pinned);
  const namesFor = (principal: Principal) =>
    mayLook(principal) ? workflows.names(principal) : Promise.resolve(new Map<string, string>());
  // Answers of runs, and the instructions, name the usual ones.
  const isOffered = ({ toolset, isUsual }: Tool): boolean =>
    caseTools !== false || toolset !== 'cases' || isUsual;
  const tools = createTools(namesFor, registry);
  const known = byEveryName(joinTools(tools));

  const mayUse = (principal: Principal, { operations }: Tool): boolean =>
    operations.every((name) => hasScope(principal, registry.find(name)?.scope));
  const mayFollow = (principal: Principal): boolean =>
    hasScope(principal, registry.find('definitions.list')?.scope);
  const mayLook = (principal: Principal): boolean =>
    workflowTools && hasScope(principal, registry.find('definitions.outline')?.scope);
  const isOfWorkflow = (name: string): boolean => workflowTools && name.startsWith('w_');
  const mayRun = (principal: Principal): boolean =>
    mayLook(principal) && hasScope(principal, registry.find('runs.start')?.scope);

  return {
    async list(principal, choice) {
      const { isSelected, isDefault, maxWorkflows } = readChoice(choice, caseTools === true ? ['cases'] : []);
      const own = isDefault && mayFollow(principal) ? await workflows.ownLanguages(principal) : noLanguages;
      const isListed = (tool: Tool): boolean =>
        isSelected(tool) || (tool.usualWith !== undefined && own.has(tool.usualWith));
      const listed = joinTools(
        tools.filter((tool) => isOffered(tool) && isListed(tool) && mayUse(principal, tool)),
      );
      if (maxWorkflows === 0 || !mayRun(principal)) return listed;
      return fitDrawings([...listed, ...(await workflows.list(principal, maxWorkflows))], drawings);
    },
    async find(principal, name) {
      return known.get(name) ?? (mayLook(principal) ? workflows.find(principal, name) : undefined);
    },
    async findByWorkflow(principal, id) {
      return mayLook(principal) ? workflows.findByWorkflow(principal, id) : undefined;
    },
    async missingScope({ scopes }, name) {
      const needed = known.get(name)?.operations ?? (isOfWorkflow(name) ? operationsToRun : []);
      return needed
        .map((operation) => registry.find(operation)?.scope)
        .find((scope) => scope !== undefined && !scopes.has(scope));
    },
    async explain(principal, name) {
      if (!workflowTools && name.startsWith('w_')) return onlyByName;
      return mayLook(principal) && isOfWorkflow(name) ? workflows.explain(principal, name) : undefined;
    },
  };
}

const hasScope = ({ scopes }: Principal, scope: Scope | undefined): boolean =>
  scope !== undefined && scopes.has(scope);

/** Throws if two tools claim one name, which is a bug. */
function byEveryName(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const known = new Map<string, Tool>();
  for (const tool of tools) {
    for (const name of [tool.name, ...tool.aliases]) {
      if (known.has(name)) throw new Error(`Two tools are named “${name}”.`);
      known.set(name, tool);
    }
  }
  return known;
}

interface Chosen {
  readonly isSelected: (tool: Tool) => boolean;
  /** The default is included, possibly with more. */
  readonly isDefault: boolean;
  readonly maxWorkflows: number;
}

/** @param usual toolsets that are part of “default” */
function readChoice(choice: ToolChoice, usual: readonly string[]): Chosen {
  const names = new Set<string>(choice === undefined || choice.length === 0 ? ['default'] : choice);
  const choices = [...toolsetNames, 'default', 'all'];
  const unknown = [...names].filter((name) => !choices.includes(name));
  if (unknown.length > 0) throw unknownToolset(unknown, choices);
  const isDefault = names.has('default');
  const isIn = (toolset: string): boolean =>
    names.has('all') || names.has(toolset) || (isDefault && usual.includes(toolset));
  return {
    isDefault,
    isSelected: ({ toolset, alsoIn = [], isUsual }) =>
      isIn(toolset) || alsoIn.some(isIn) || (isUsual && isDefault),
    maxWorkflows: isIn('orchestration') ? Number.POSITIVE_INFINITY : isDefault ? defaultWorkflowCount : 0,
  };
}

function unknownToolset(unknown: readonly string[], choices: readonly string[]): OperationError {
  const quoted = unknown.map((name) => `“${name.slice(0, 100)}”`).join(', ');
  return new OperationError({
    code: 'unknown_toolset',
    message: `Unknown toolset ${quoted}.`,
    suggestedAction: `Use: ${choices.join(', ')}.`,
  });
}
