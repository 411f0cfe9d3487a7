/** Checks for template variables that are not closed and so are not filled in. */
import type { Located, LocatedScalar } from '../../document/located.ts';
import { replaceInScalar } from '../../document/scalar-edits.ts';
import { spanIn } from '../../document/scalar-offset.ts';
import type { GuideCheckContext } from './guide-check-context.ts';

/** The keys of steps whose texts are templates. */
const filled = [
  'title',
  'prompt',
  'promptBlocks',
  'promptFragments',
  'agentRole',
  'guidance',
  'audit',
  'verification',
  'parallelDelegations',
  'synthesis',
];

export function checkTemplates(context: GuideCheckContext): void {
  for (const { step } of context.stepsInLoops) {
    for (const key of filled) {
      for (const scalar of scalarsIn(context.find(`${step.at.path}.${key}`))) checkText(context, scalar);
    }
  }
}

function scalarsIn(located: Located | undefined): readonly LocatedScalar[] {
  switch (located?.kind) {
    case undefined:
      return [];
    case 'scalar':
      return [located];
    case 'list':
      return located.items.flatMap(scalarsIn);
    case 'map':
      return located.entries.flatMap(({ value }) => scalarsIn(value));
  }
}

/** Problems reported per text. */
const maxReported = 10;

/** Two braces and a name; other braces are plain text. */
const opening = /\{\{[ \t]*([A-Za-z_$][\w$.-]*)[ \t]*(\}?)/g;

function checkText({ warnings }: GuideCheckContext, scalar: LocatedScalar): void {
  const text = scalar.value;
  if (typeof text !== 'string') return;
  let reportCount = 0;
  for (const found of text.matchAll(opening)) {
    const [written, name, brace] = found;
    const end = found.index + written.length;
    const rest = text.slice(found.index + 2).split(/\n|\{\{/, 1)[0] ?? '';
    if (rest.includes('}}')) continue;
    reportCount += 1;
    if (reportCount > maxReported) return;
    warnings.report({
      at: spanIn(warnings.source, scalar, found.index, end),
      path: scalar.path,
      rule: 'unclosed-template',
      message: `“{{${name}” is not closed, so the variable is not filled in.`,
      expected: `{{${name}}}`,
      actual: written,
      suggestion:
        brace === ''
          ? undefined
          : {
              text: `Write {{${name}}}`,
              edits: replaceInScalar(warnings.source, scalar, end, end, '}'),
            },
    });
  }
}
