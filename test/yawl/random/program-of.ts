/** Compiles the program of a plan as of any specification. */
import type { Program } from '../../../src/kernel/index.ts';
import { type SpecificationPlan, specificationText } from '../specification-text.ts';
import { language } from './cached-queries.ts';

interface ReadPlan {
  readonly program: Program;
  /** Rules of the warnings. */
  readonly warnings: readonly string[];
}

/** Throws if YAWL's verifier refuses it. */
export function programOf(plan: SpecificationPlan): ReadPlan {
  const file = { path: 'random.yawl', text: specificationText(plan) };
  const { workflows, violations, warnings } = language.read(file, { operations: null, services: null });
  const program = workflows[0]?.program;
  if (violations.length === 0 && program != null) {
    return { program, warnings: warnings.map(({ rule }) => rule) };
  }
  throw new Error(violations.map(({ message }) => message).join('\n'));
}
