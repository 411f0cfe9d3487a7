/** Lists every expression and template of one node. */
import type { Formula, GraphNode, Template, TemplateField } from './schema.ts';

/** How a text is written: as an expression `$x > 0`, or as a template. Determines the spelling of a proposal. */
export interface FormulaOccurrence {
  readonly formula: Formula;
  readonly spelling: 'expression' | 'template';
  /** Can refer to the node's own output. */
  readonly afterwards: boolean;
}

export function formulasOf(node: GraphNode): readonly FormulaOccurrence[] {
  const { work, condition, timeout, undo } = node;
  return [
    ...(condition === null ? [] : expression(condition)),
    ...(timeout === null ? [] : inTemplate(timeout, 'expression')),
    ...(undo === null ? [] : inFields(undo.args).map((each) => ({ ...each, afterwards: true }))),
    ...formulasOfWork(work),
  ];
}

function formulasOfWork(work: GraphNode['work']): readonly FormulaOccurrence[] {
  switch (work.kind) {
    case 'call':
    case 'workflow':
      return inFields(work.args);
    case 'branch':
      return work.options.flatMap(({ when }) => (when === null ? [] : expression(when)));
    case 'foreach':
      return inTemplate(work.items, 'expression');
    case 'yield':
    case 'error':
      return inTemplate(work.message, 'template');
    case 'wait':
      return inTemplate(work.until, 'expression');
    case 'parallel':
    case 'compensate':
      return [];
  }
}

const expression = (formula: Formula): FormulaOccurrence[] => [
  { formula, spelling: 'expression', afterwards: false },
];

const inFields = (fields: readonly TemplateField[]): FormulaOccurrence[] =>
  fields.flatMap(({ value }) => inTemplate(value, 'template'));

export function inTemplate(template: Template, spelling: FormulaOccurrence['spelling']): FormulaOccurrence[] {
  switch (template.kind) {
    case 'constant':
      return [];
    case 'formula':
      return [{ formula: template, spelling, afterwards: false }];
    case 'map':
      return inFields(template.fields);
    case 'list':
      return template.items.flatMap((item) => inTemplate(item, 'template'));
  }
}
