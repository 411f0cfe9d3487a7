/**
 * Determines who may do the work items of a task, from its resourcing [Y6.1, Y6.2]. The result is plain JSON in the
 * item. An unknown rule that could let more people do the task is refused. A rule with less effect than it states gets
 * a warning.
 */
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import type { ServiceDirectory } from '../../workflow.ts';
import { createNaming } from './resourcing-names.ts';
import { type Privileges, privilegesOf } from './resourcing-privileges.ts';
import type {
  Initiator,
  LocatedName,
  Selector,
  YawlNet,
  YawlResourcing,
  YawlSpecification,
  YawlTask,
} from './schema.ts';

/** Keys of the item; none if every principal may do it. */
export interface Resourcing {
  readonly who?: ResourcedWho;
  readonly privileges?: Privileges;
}

export interface ResourcedWho {
  readonly roles: readonly string[];
  readonly subjects: readonly string[];
  readonly kind: null;
  readonly fourEyes: false;
  /** Only for the principals that completed one of these tasks, once it is completed. */
  readonly familiar: readonly string[];
  /** Excludes the principals that did one of these tasks. */
  readonly apartFrom: readonly string[];
  /** Those of them that are not in the net of the task; absent if all are. */
  readonly elsewhere?: readonly string[];
  /** `user`: an operator delegates it. */
  readonly offeredBy: Initiator;
  /** `system`: one of the named participants is chosen. */
  readonly allocatedBy: Initiator;
  /** `system`: the chosen participant holds it at once. */
  readonly startedBy: Initiator;
  /** Variables of the net that name more people and roles; they are resolved with the offer. */
  readonly from: readonly { readonly variable: string; readonly refers: 'participant' | 'role' }[];
}

/** The location of a task, and where to report. */
export interface ResourcingContext {
  readonly net: YawlNet;
  readonly specification: YawlSpecification;
  readonly services: ServiceDirectory | null;
  readonly violations: Reporter;
  readonly warnings: Reporter;
}

export function resourcingOf(task: YawlTask, resourcingContext: ResourcingContext): Resourcing {
  const { resourcing } = task;
  if (resourcing === null) return {};
  const { net, specification, services, violations, warnings } = resourcingContext;
  const naming = createNaming(services, resourcingContext);
  const { offer, allocate, start } = resourcing;
  for (const filter of offer.filters) refuseFilter(violations, filter);
  const context = { task, tasks: tasksOf(specification, net), violations, warnings };
  const familiar = offer.familiar === null ? [] : knownTask(context, offer.familiar);
  const apartFrom = [...new Set(offer.constraints.flatMap((each) => tasksApart(context, each)))];
  const own = new Set(net.tasks.map(({ id }) => id));
  const elsewhere = [...new Set([...familiar, ...apartFrom])].filter((id) => !own.has(id));
  const who: ResourcedWho = {
    roles: naming.roles(offer.roles),
    subjects: naming.participants(offer.participants),
    kind: null,
    fourEyes: false,
    familiar,
    apartFrom,
    ...(elsewhere.length === 0 ? {} : { elsewhere }),
    offeredBy: offer.initiator,
    allocatedBy: allocate.initiator,
    startedBy: start.initiator,
    from: offer.params
      .filter(({ variable }) => isVariable(violations, net, variable))
      .map(({ variable, refers }) => ({ variable: variable.name, refers })),
  };
  warnOfChoice(warnings, resourcing);
  return { who, privileges: privilegesOf(resourcing.privileges, naming, warnings) };
}

function isVariable(violations: Reporter, net: YawlNet, { name, at }: LocatedName): boolean {
  const variables = [...net.inputs, ...net.outputs, ...net.locals];
  if (variables.some((variable) => variable.name === name)) return true;
  report(violations, at, {
    rule: 'resourcing',
    message: `Variable “${name}”, which names who does the task, does not exist in the net “${net.id}”.`,
    expected: `a variable of the net “${net.id}”`,
    actual: `“${name}”`,
  });
  return false;
}

interface FilterContext extends Pick<ResourcingContext, 'violations' | 'warnings'> {
  readonly task: YawlTask;
  readonly tasks: ReadonlyMap<string, TaskKind>;
}

type TaskKind = 'somebody' | 'nobody';

/** Composite and empty tasks are not done by people. If two tasks have one id, the one in the same net is meant. */
function tasksOf({ decompositions }: YawlSpecification, own: YawlNet): ReadonlyMap<string, TaskKind> {
  const gateways = new Set(decompositions.flatMap(({ kind, id }) => (kind === 'gateway' ? [id] : [])));
  const others = decompositions.flatMap((each) => (each.kind === 'net' ? each.tasks : []));
  const named = new Set(own.tasks.map(({ id }) => id));
  const tasks = [...own.tasks, ...others.filter(({ id }) => !named.has(id))];
  const found = new Map<string, TaskKind>();
  for (const { id, decomposition } of tasks) {
    const isDone = decomposition !== null && gateways.has(decomposition.name);
    if (isDone || !found.has(id)) found.set(id, isDone ? 'somebody' : 'nobody');
  }
  return found;
}

function knownTask(
  { task, tasks, violations, warnings }: FilterContext,
  named: LocatedName,
): readonly string[] {
  const kind = tasks.get(named.name);
  if (kind === undefined) {
    report(violations, named.at, {
      rule: 'resourcing',
      message: `Who may do “${task.id}” depends on the task “${named.name}”, which is not in this specification.`,
      expected: 'the id of a task of this specification',
      actual: `“${named.name}”`,
    });
    return [];
  }
  if (kind === 'nobody') {
    report(warnings, named.at, {
      rule: 'resourcing',
      message: `Who may do “${task.id}” depends on “${named.name}”, which is an empty or a composite task. The rule has no effect.`,
      expected: 'an atomic task',
      actual: `“${named.name}”`,
    });
  }
  return [named.name];
}

/** Plug-ins are named by their class, with or without its package. */
const shortName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

function tasksApart(context: FilterContext, constraint: Selector): readonly string[] {
  const { name, at, params } = constraint;
  const isKnown = shortName(name) === 'SeparationOfDuties';
  const familiar = params.find(({ key }) => key === 'familiarTask')?.value.trim() ?? '';
  if (isKnown && familiar !== '') return knownTask(context, { name: familiar, at });
  report(context.violations, at, {
    rule: 'resourcing',
    message: isKnown
      ? 'The constraint “SeparationOfDuties” does not name its task.'
      : `The constraint “${name}” is not supported. Ignoring it would let more people do the task than allowed.`,
    expected: isKnown ? 'a param with the key “familiarTask”' : 'the constraint SeparationOfDuties, or none',
    actual: isKnown ? 'no such param' : `“${name}”`,
  });
  return [];
}

function refuseFilter(violations: Reporter, { name, at }: Selector): void {
  const knows = lookedAt.get(shortName(name));
  report(violations, at, {
    rule: 'resourcing',
    message:
      knows === undefined
        ? `The filter “${name}” is not supported. Ignoring it would let more people do the task than allowed. Name roles instead.`
        : `The filter “${name}” needs ${knows} of people, which are not available. Name roles instead: the issuer of the credentials assigns them.`,
    expected: 'roles or participants, without a filter',
    actual: `“${name}”`,
  });
}

const lookedAt: ReadonlyMap<string, string> = new Map([
  ['CapabilityFilter', 'capabilities'],
  ['OrgFilter', 'positions and groups'],
]);

function warnOfChoice(warnings: Reporter, { at, offer, allocate }: YawlResourcing): void {
  if (offer.initiator === 'user' || allocate.initiator === 'user') return;
  const { allocator } = allocate;
  if (allocator !== null && shortName(allocator.name) !== 'RandomChoice') {
    report(warnings, allocator.at, {
      rule: 'resourcing',
      message: `The allocator “${allocator.name}” is not supported: one of the participants is chosen at random, by the seed of the case.`,
      expected: 'the allocator RandomChoice',
      actual: `“${allocator.name}”`,
    });
  }
  const hasPeople =
    offer.participants.length > 0 || offer.params.some(({ refers }) => refers === 'participant');
  const hasRoles = offer.roles.length > 0 || offer.params.some(({ refers }) => refers === 'role');
  if (hasPeople && !hasRoles) return;
  report(warnings, at, {
    rule: 'resourcing',
    message: hasPeople
      ? 'The system chooses only among the named participants, because the members of roles are unknown.'
      : 'The system cannot choose who does it, because the members of roles are unknown. The first principal that claims the item holds it.',
    expected: 'participants, where the system allocates',
    actual: hasPeople ? 'participants and roles' : hasRoles ? 'only roles' : 'no participants',
  });
}
