/** A graph document as plain data, in the form of YAML or JSON. Only the keys that random documents use. */
import type { Json } from '../../src/kernel/model/json.ts';

export interface DocumentData {
  readonly domain: string;
  readonly version: string;
  readonly workflows: Readonly<Record<string, WorkflowData>>;
}

export interface WorkflowData {
  readonly description?: string;
  readonly params?: Readonly<Record<string, ParamData>>;
  readonly graph: Readonly<Record<string, NodeData>>;
  readonly result?: Json;
}

export type ParamData =
  | string
  | { readonly type: string; readonly required?: boolean; readonly default?: Json; readonly format?: string };

export type Args = Readonly<Record<string, Json>>;

export interface CallData {
  readonly call: string;
  readonly args?: Args;
}

export interface OnErrorData {
  readonly retry?: number;
  readonly delay?: number | string;
  readonly backoff?: 'fixed' | 'linear' | 'exponential';
  readonly fallback?: string;
}

/** The default in one of its three spellings. */
export interface OptionData {
  readonly when?: Json;
  readonly goto?: string;
  readonly default?: string | null | { readonly goto: string };
}

/** A node of the graph, a branch, the step of a loop or of a compensation. */
export interface NodeData {
  readonly type?: string;
  readonly name?: string;
  readonly description?: string;
  readonly depends_on?: string | readonly string[];
  readonly join?: 'settled' | 'all' | 'any';
  readonly if?: Json;
  readonly call?: string;
  readonly workflow?: string;
  readonly args?: Args;
  readonly output?: string;
  readonly on_error?: OnErrorData;
  readonly timeout?: number | string;
  readonly undo?: CallData;
  readonly on?: readonly OptionData[];
  readonly branches?: Readonly<Record<string, NodeData>> | readonly NodeData[];
  readonly on_partial_failure?: string;
  readonly items?: Json;
  readonly as?: string;
  readonly step?: NodeData;
  readonly concurrency?: number;
  readonly max_iterations?: number;
  readonly message?: string;
  readonly expects?: Readonly<Record<string, string>>;
  readonly wait?: number | string;
  readonly steps?: readonly NodeData[];
  readonly ignore_error?: boolean;
}

export function kindOf(node: NodeData): string {
  if (node.type !== undefined) return node.type;
  if (node.call !== undefined) return 'call';
  return node.workflow === undefined ? 'wait' : 'workflow';
}

/** Whether `$name` can refer to its output. */
export const givesSomething = (node: NodeData): boolean =>
  !['branch', 'wait', 'compensate', 'error'].includes(kindOf(node));

export function dependenciesOf({ depends_on: on = [] }: NodeData): readonly string[] {
  return typeof on === 'string' ? [on] : on;
}

/** Branches by name, written as a map or as a list. */
export function branchesOf({ branches = {} }: NodeData): readonly (readonly [string, NodeData])[] {
  return isList(branches)
    ? branches.map((branch): [string, NodeData] => [branch.name ?? '', branch])
    : Object.entries(branches);
}

const isList = <T>(value: object | readonly T[]): value is readonly T[] => Array.isArray(value);

/** The target of an option; `end` if the path ends. */
export function targetOf({ goto, default: otherwise }: OptionData): string {
  if (goto !== undefined) return goto;
  return typeof otherwise === 'string' ? otherwise : (otherwise?.goto ?? 'end');
}
