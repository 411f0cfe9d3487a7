/** Findings of the soundness check as lines of text, for comparison with those of the plain survey. */
import type { Finding } from '../../src/kernel/index.ts';

export function factsOf(findings: readonly Finding[]): ReadonlySet<string> {
  const certain = (['deadlock', 'leftover'] as const).filter((rule) =>
    findings.some((each) => each.rule === rule && each.severity === 'error'),
  );
  return new Set([...certain.map((rule) => `certain ${rule}`), ...findings.map(factOf)]);
}

function factOf({ rule, task, variable, severity }: Finding): string {
  if (rule === 'unset-read') return `${severity} ${task ?? ''} reads ${variable ?? ''}`;
  return rule === 'dead-task' ? `${rule} ${task ?? ''}` : rule;
}
