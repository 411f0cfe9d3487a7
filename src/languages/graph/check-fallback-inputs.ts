/** Warns about nodes that run after a failure but need the output of the failed node: they are always skipped. */
import { referencesOf } from '../../expression/index.ts';
import type { Reporter } from '../document/reporter.ts';
import { replaceInScalar } from '../document/scalar-edits.ts';
import { spanIn } from '../document/scalar-offset.ts';
import { formulasOf } from './formulas.ts';
import type { NameBindings } from './name-bindings.ts';
import type { PlannedWorkflow } from './plan-workflow.ts';
import type { GraphNode } from './schema.ts';

export function checkFallbackInputs({ flow, names }: PlannedWorkflow, reporter: Reporter): void {
  for (const [at, node] of flow.nodes.entries()) {
    const [route, ...others] = flow.routesTo[at] ?? [];
    if (route?.kind !== 'failure' || others.length > 0 || flow.inLoop[route.from]) continue;
    if ((node.work.kind !== 'call' && node.work.kind !== 'workflow') || node.dependsOn.length > 0) continue;
    checkInputs(node, flow.nodes[route.from], names, reporter);
  }
}

function checkInputs(
  node: GraphNode,
  failed: GraphNode | undefined,
  names: NameBindings,
  reporter: Reporter,
): void {
  for (const { formula, spelling } of formulasOf(node)) {
    for (const { name, span, optional } of referencesOf(formula.tree)) {
      const setBy = names.get(name)?.setBy ?? [];
      if (optional || setBy.length !== 1 || setBy[0] !== failed || spelling !== 'template') continue;
      const { scalar } = formula;
      const text = String(scalar.value ?? '').slice(span.start, span.end);
      const written = `\${default(${text.replace(/^\$/, '')}, null)}`;
      reporter.report({
        at: spanIn(reporter.source, scalar, span.start, span.end),
        path: scalar.path,
        rule: 'always-skipped',
        message: `“${node.name}” runs when “${failed?.name}” has failed, and then “$${name}” is not set. So it is always skipped, and the run completes.`,
        expected: 'a value that is set when it runs',
        actual: `$${name}`,
        suggestion: {
          text: `Set a default: ${written}`,
          edits: replaceInScalar(reporter.source, scalar, span.start, span.end, written),
        },
      });
    }
  }
}
