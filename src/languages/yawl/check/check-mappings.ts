/** Checks the mappings: their targets are parameters of decompositions and variables of nets that exist. */
import type { Reporter } from '../../document/reporter.ts';
import type {
  LocatedName,
  YawlDecomposition,
  YawlGateway,
  YawlMapping,
  YawlNet,
  YawlTask,
  YawlVariable,
} from '../model/schema.ts';
import { type CheckContext, fault } from './check-context.ts';
import { labelOfDecomposition } from './element-label.ts';
import type { NetElements, TaskElement } from './net-elements.ts';

export function checkMappings({ net, tasks }: NetElements, context: CheckContext): void {
  const variables = new Map([...net.inputs, ...net.locals].map((variable) => [variable.name, variable]));
  for (const element of tasks) {
    const { task } = element;
    checkTimerVariable(element, variables, context.warnings);
    if (task.decomposition === null) {
      checkBlank(element, 'startingMappings', task.starting, context.violations);
      checkBlank(element, 'completionMappings', task.completed, context.violations);
      checkBlank(element, 'enablementMappings', task.enablement, context.violations);
      continue;
    }
    checkOutputs(task, net, variables, context.violations);
    const decomposition = context.decompositions.get(task.decomposition.name);
    if (decomposition === undefined || context.violations.isFull()) continue;
    checkInputs(element, decomposition, context);
    checkEnablement(element, decomposition, context.violations);
  }
}

function checkBlank(
  { label }: TaskElement,
  what: string,
  mappings: readonly YawlMapping[],
  violations: Reporter,
): void {
  const [first] = mappings;
  if (first === undefined) return;
  fault(violations, first.at, {
    rule: 'mappings-without-decomposition',
    message: `Syntax error for ${label} to have ${what} and no decomposition.`,
    expected: 'a decomposition, or no mappings',
    actual: 'mappings alone',
  });
}

/** The target of a mapping with its location, including mappings of multiple instances. */
function targetsOf(
  mappings: readonly YawlMapping[],
  multiple: LocatedName | undefined,
): readonly LocatedName[] {
  return [...mappings.map(({ to, at }) => ({ name: to, at })), ...(multiple === undefined ? [] : [multiple])];
}

function checkTwice(
  task: YawlTask,
  kind: 'input' | 'output',
  targets: readonly LocatedName[],
  violations: Reporter,
): void {
  const seen = new Set<string>();
  for (const { name, at } of targets) {
    if (seen.has(name))
      fault(violations, at, {
        rule: `${kind}-used-twice`,
        message: `An ${kind} parameter is used twice. The task (id=${task.id}) uses the same parameter through its multi-instance ${kind} and its regular ${kind}.`,
        expected: kind === 'input' ? 'one mapping for each parameter' : 'one mapping for each variable',
        actual: `several for ${name}`,
      });
    seen.add(name);
  }
}

function checkInputs(
  { task }: TaskElement,
  decomposition: YawlDecomposition,
  { violations, warnings }: CheckContext,
): void {
  const formal = task.multiple?.input?.formal;
  const targets = targetsOf(task.starting, formal);
  const label = labelOfDecomposition(decomposition);
  checkTwice(task, 'input', targets, violations);
  const mapped = new Set(targets.map(({ name }) => name));
  for (const { name } of decomposition.inputs) {
    if (!mapped.has(name))
      fault(violations, task.at, {
        rule: 'unconnected-input',
        message: `The task (id= ${task.id}) needs to be connected with the input parameter (${name}) of decomposition (${label}).`,
        expected: `a starting mapping to ${name}`,
        actual: 'none',
      });
  }
  const known = new Set(decomposition.inputs.map(({ name }) => name));
  for (const target of targets) {
    if (known.has(target.name)) continue;
    const isFormal = target === formal;
    fault(isFormal ? violations : warnings, target.at, {
      rule: isFormal ? 'unknown-formal-input' : 'unknown-input',
      message: isFormal
        ? `The task (id= ${task.id}) passes its instances the input parameter (${target.name}), which its decomposition (${label}) does not have.`
        : `The task (id= ${task.id}) maps to the input parameter (${target.name}), which its decomposition (${label}) does not have. The mapping is not used.`,
      expected: `an input parameter of ${decomposition.id}`,
      actual: target.name,
    });
  }
}

/** A net stores results in its local variables and its inputs. */
type Variables = ReadonlyMap<string, YawlVariable>;

function checkOutputs(task: YawlTask, net: YawlNet, variables: Variables, violations: Reporter): void {
  const targets = targetsOf(task.completed, task.multiple?.output?.variable);
  checkTwice(task, 'output', targets, violations);
  for (const { name, at } of targets) {
    if (variables.has(name)) continue;
    fault(violations, at, {
      rule: 'unknown-variable',
      message: `The task (id= ${task.id}) claims to assign its output to a net variable named (${name}). However the containing net does not have such a variable.`,
      expected: `a local variable or an input parameter of ${net.id}`,
      actual: name,
    });
  }
}

function checkEnablement(
  { task }: TaskElement,
  decomposition: YawlDecomposition,
  violations: Reporter,
): void {
  const label = labelOfDecomposition(decomposition);
  const parameters: YawlGateway['enablement'] =
    decomposition.kind === 'gateway' ? decomposition.enablement : [];
  const mapped = new Set(task.enablement.map(({ to }) => to));
  for (const { name } of parameters) {
    if (!mapped.has(name))
      fault(violations, task.at, {
        rule: 'unconnected-enablement',
        message: `The task [id= ${task.id}] needs to be connected with the enablement parameter [${name}] of decomposition [${label}].`,
        expected: `an enablement mapping to ${name}`,
        actual: 'none',
      });
  }
  const known = new Set(parameters.map(({ name }) => name));
  for (const { to, at } of task.enablement) {
    if (!known.has(to))
      fault(violations, at, {
        rule: 'unknown-enablement',
        message: `The task [id= ${task.id}] cannot connect with enablement parameter [${to}] because it doesn't exist at its decomposition [${label}].`,
        expected: `an enablement parameter of ${decomposition.id}`,
        actual: to,
      });
  }
}

function checkTimerVariable({ task, label }: TaskElement, variables: Variables, warnings: Reporter): void {
  if (task.timer?.due.kind !== 'variable') return;
  const { name, at } = task.timer.due.variable;
  const variable = variables.get(name);
  if (variable?.typeName === 'YTimerType') return;
  fault(warnings, at, {
    rule: 'no-timer-variable',
    message: `The timer of the task [${label}] is set by “${name}”, which is not a variable of type YTimerType of its net. No timer will run.`,
    expected: 'a local variable or an input parameter of type YTimerType',
    actual: variable === undefined ? 'no such variable' : variable.typeName,
  });
}
