/** Chooses the target after a failure of a random node: an error, a compensation, or a replacement node. */
import type { Json } from '../../src/kernel/model/json.ts';
import type { NodeData } from './document-data.ts';
import { addError, type GraphDraft, scopeAt } from './graph-draft.ts';
import type { Entry, Region } from './random-entry.ts';
import { randomArgs, randomCondition, unsurePath } from './random-reference.ts';
import { randomKind, randomWork, type WorkKind } from './random-work.ts';

interface Failing {
  readonly name: string;
  readonly kind: WorkKind;
  readonly data: NodeData;
  readonly entry: Entry;
}

/**
 * Adds a node with this entry.
 * @returns its name
 */
type AddWork = (draft: GraphDraft, region: Region, entry: Entry, kind: WorkKind) => string;

/** @returns the keys of the node that may fail */
export function randomErrorRoute(
  draft: GraphDraft,
  region: Region,
  failing: Failing,
  addWork: AddWork,
): NodeData {
  const { random } = draft.generator;
  const { kind, data, entry, name } = failing;
  const isPlainParallel = kind === 'parallel' && data.on_partial_failure === undefined;
  // In a loop, a path that ends could still run in the next pass.
  if (isPlainParallel && !region.isLoop && random.chance(0.6))
    return { on_partial_failure: addCompensation(draft, entry) };
  if (isPlainParallel && random.chance(0.3)) return { on_partial_failure: 'rollback_all' };
  const choice = random.weighted<'error' | 'compensate' | 'lenient' | 'work'>([
    [2, 'error'],
    [region.isLoop ? 0 : 1.5, 'compensate'],
    [region.isLoop ? 0 : 1.5, 'lenient'],
    [4, 'work'],
  ]);
  const route: Entry = {
    keys: {},
    sure: entry.sure,
    choices: new Map([...entry.choices, [name, 'failed']]),
    isCertain: false,
  };
  const fallback =
    choice === 'error'
      ? addError(draft, entry.sure)
      : choice === 'compensate'
        ? addCompensation(draft, entry)
        : choice === 'lenient'
          ? addLenient(draft, entry)
          : addWork(draft, region, route, randomKind(draft.generator, region.depth));
  return { on_error: { ...data.on_error, fallback } };
}

/** Steps may have unset references: then they are skipped. */
function addCompensation(draft: GraphDraft, entry: Entry): string {
  const { generator, nodes } = draft;
  const { random, fresh } = generator;
  const name = fresh('comp');
  nodes.set(name, {});
  const scope = scopeAt(draft, entry.sure);
  const steps = Array.from({ length: random.between(1, 3) }, (_, at): NodeData => {
    const ignores = random.chance(0.6);
    const kind = generator.callees.length > 0 && random.chance(0.2) ? 'workflow' : 'call';
    const id = `${name}/${at + 1}`;
    const setting = { position: 'loop', name: id, scope, isHandled: ignores, depth: 2, often: true } as const;
    const { data } = randomWork(generator, kind, setting);
    return {
      ...(kind === 'call' ? withUnsure(draft, entry, data) : data),
      ...(ignores ? { ignore_error: true } : {}),
      ...(random.chance(0.2) ? { if: randomCondition(random, scope) } : {}),
    };
  });
  nodes.set(name, { type: 'compensate', steps });
  return name;
}

/** Ends its path, so no other node depends on whether it ran. */
function addLenient(draft: GraphDraft, entry: Entry): string {
  const { generator, nodes, shapes } = draft;
  const name = generator.fresh('call');
  nodes.set(name, {});
  const scope = scopeAt(draft, entry.sure);
  const setting = { position: 'graph', name, scope, isHandled: false, depth: 2, often: false } as const;
  nodes.set(name, withUnsure(draft, entry, randomWork(generator, 'call', setting).data));
  shapes.set(name, 'record');
  return name;
}

function withUnsure(draft: GraphDraft, entry: Entry, data: NodeData): NodeData {
  const { random } = draft.generator;
  const path = random.chance(0.6) ? unsurePath(random, scopeAt(draft, entry.sure)) : undefined;
  const args: Readonly<Record<string, Json>> = data.args ?? randomArgs(random, scopeAt(draft, entry.sure));
  return path === undefined ? data : { ...data, args: { ...args, unsure: `$${path}` } };
}
