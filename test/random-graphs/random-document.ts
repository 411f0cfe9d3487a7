/** Creates random valid graph documents, with parameters and a script for a run. */
import type { Json } from '../../src/kernel/model/json.ts';
import type { Random } from '../../src/testing/stand-ins/seeded-random.ts';
import type { DocumentData, ParamData, WorkflowData } from './document-data.ts';
import type { OutcomeScript } from './outcome-script.ts';
import { randomGraph } from './random-graph.ts';
import { randomOutcomeScript } from './random-outcome-script.ts';
import {
  type Plain,
  randomLiteral,
  randomTemplate,
  type Shape,
  surePath,
  unsurePath,
} from './random-reference.ts';
import type { Callee, GraphGenerator, Inventory } from './random-work.ts';

export interface RandomDocument {
  readonly document: DocumentData;
  /** The workflow to run. */
  readonly root: string;
  readonly params: Readonly<Record<string, Json>>;
  readonly script: OutcomeScript;
}

interface Param {
  readonly name: string;
  readonly kind: Plain;
  readonly required: boolean;
  readonly data: ParamData;
}

export function randomDocument(random: Random): RandomDocument {
  const inventory: Inventory = { operations: [], questions: [], uses: [] };
  const names = ['main', 'second', 'third', 'fourth'].slice(0, random.between(1, 4));
  const workflows = new Map<string, WorkflowData>();
  const callees: Callee[] = [];
  // The last one first: a workflow only uses later ones, so none is recursive.
  let rootParams: readonly Param[] = [];
  for (const name of [...names].reverse()) {
    const params = randomParams(random);
    const generator: GraphGenerator = {
      random,
      workflow: name,
      inventory,
      callees: [...callees],
      fresh: freshNames(name),
    };
    const size = name === 'main' ? random.between(2, 9) : random.between(1, 4);
    workflows.set(name, randomWorkflow(generator, params, size));
    callees.push({ name, params });
    rootParams = params;
  }
  const ordered = random.chance(0.5) ? [...workflows] : [...workflows].reverse();
  return {
    document: { domain: 'random', version: '1.0', workflows: Object.fromEntries(ordered) },
    root: 'main',
    params: Object.fromEntries(
      rootParams
        .filter(({ required }) => required || random.chance(0.5))
        .map(({ name, kind }) => [name, randomLiteral(random, kind)]),
    ),
    script: randomOutcomeScript(random, inventory, names),
  };
}

/** Names repeat in other workflows, except those that a script uses. */
function freshNames(workflow: string): (kind: string) => string {
  let count = 0;
  return (kind) => {
    count += 1;
    return kind === 'yield' || kind === 'foreach' ? `${kind}_${workflow}_${count}` : `${kind}_${count}`;
  };
}

const typeNames: Readonly<Record<Plain, readonly string[]>> = {
  int: ['int', 'integer'],
  text: ['str', 'string', 'text'],
  bool: ['bool', 'boolean'],
  list: ['list', 'array'],
  any: ['any'],
};

function randomParams(random: Random): readonly Param[] {
  return Array.from({ length: random.between(1, 4) }, (_, at): Param => {
    // A value that conditions can always read: a constant condition would leave nodes that can never run.
    const kind = at === 0 ? 'int' : random.pick<Plain>(['int', 'text', 'bool', 'list']);
    const type = random.pick(typeNames[kind]);
    const forms = ['short', 'required', 'default', 'optional'] as const;
    const form = random.pick(at === 0 ? forms.slice(0, 3) : forms);
    const name = `p${at}`;
    if (form === 'short') return { name, kind, required: true, data: type };
    if (form === 'required') return { name, kind, required: true, data: { type, required: true } };
    if (form === 'default')
      return { name, kind, required: false, data: { type, default: randomLiteral(random, kind) } };
    return { name, kind, required: false, data: { type } };
  });
}

/** An absent parameter is null: its type is unknown. */
const shapeOf = ({ kind, data }: Param): Shape =>
  typeof data === 'object' && data.required !== true && data.default === undefined ? 'any' : kind;

function randomWorkflow(generator: GraphGenerator, params: readonly Param[], size: number): WorkflowData {
  const { random } = generator;
  const shapes = new Map(params.map((param) => [param.name, shapeOf(param)]));
  const { nodes, sure, shapes: all } = randomGraph(generator, shapes, size);
  const scope = { sure, shapes: all };
  const unsure = unsurePath(random, scope);
  const path = surePath(random, scope, 'any');
  const result = random.pick<Json | undefined>([
    undefined,
    undefined,
    path === undefined ? '1 < 2' : `$${path}`,
    { first: randomTemplate(random, scope, 'any'), second: randomTemplate(random, scope, 'int') },
    unsure === undefined ? undefined : `default($${unsure}, "none")`,
  ]);
  return {
    description: `${generator.workflow} of a random document`,
    ...(params.length > 0
      ? { params: Object.fromEntries(params.map(({ name, data }) => [name, data])) }
      : {}),
    graph: Object.fromEntries(nodes),
    ...(result === undefined ? {} : { result }),
  };
}
