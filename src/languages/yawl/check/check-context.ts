/** The input of every check of a specification. */
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import type { SourceLocation, YawlDecomposition, YawlSpecification } from '../model/schema.ts';
import { type Decompositions, decompositionsOf } from './element-label.ts';
import { elementsOf, type NetElements, reachedFrom } from './net-elements.ts';

export interface CheckContext {
  readonly specification: YawlSpecification;
  readonly decompositions: Decompositions;
  readonly nets: readonly NetElements[];
  /** The decompositions that a case can reach. */
  readonly used: ReadonlySet<YawlDecomposition>;
  readonly violations: Reporter;
  readonly warnings: Reporter;
}

/** The reporters of the checks. */
export interface Reports {
  readonly violations: Reporter;
  readonly warnings: Reporter;
}

export function createCheckContext(specification: YawlSpecification, reports: Reports): CheckContext {
  const decompositions = decompositionsOf(specification);
  const nets = specification.decompositions.flatMap((each) =>
    each.kind === 'net' ? [elementsOf(each, decompositions)] : [],
  );
  const used = usedOf(nets, decompositions);
  return { specification, decompositions, nets, used, ...reports };
}

function usedOf(
  nets: readonly NetElements[],
  decompositions: Decompositions,
): ReadonlySet<YawlDecomposition> {
  const elements = new Map<YawlDecomposition, NetElements>(nets.map((each) => [each.net, each]));
  const used = new Set<YawlDecomposition>(nets.map(({ net }) => net).filter(({ isRoot }) => isRoot));
  for (const each of used) {
    const inside = elements.get(each);
    // Without an input condition the start is unknown.
    const starts = inside?.input === undefined ? (inside?.all ?? []) : [inside.input];
    for (const element of reachedFrom(starts, ({ next }) => next)) {
      const id = element.kind === 'task' ? element.task.decomposition?.name : undefined;
      const target = id === undefined ? undefined : decompositions.get(id);
      if (target !== undefined) used.add(target);
    }
  }
  return used;
}

export interface Fault {
  readonly rule: string;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

export function fault(reporter: Reporter, at: SourceLocation, found: Fault): void {
  report(reporter, at, found);
}
