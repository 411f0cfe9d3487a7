/** Draws a question flow: its questions, the conditions between them, and what is done at the end. */
import type { Sketch, SketchLink, SketchNode } from '../../drawing/index.ts';
import { printExpression, type Tree } from '../../expression/index.ts';
import { nestedTask, netOf } from './compile-flow.ts';
import { type Flow, type FlowState, isSensitive, type Level, operationsOf } from './flow.ts';

/** The flow itself, with its operations. */
export function sketchOfFlow(flow: Flow): Sketch {
  const operations = operationsOf(flow);
  const sketch = sketchOfLevel(flow, 0);
  const nodes = operations.map(
    ({ id, connector, operation, condition, undo }): SketchNode => ({
      ...plain(id, id),
      kind: 'call',
      remarks: [
        [connector, operation].filter((part) => part !== null).join('.'),
        ...(condition === null ? [] : [`if ${describe(condition)}`]),
        ...(undo === null ? [] : ['undone if a later one fails']),
      ],
    }),
  );
  const [first] = nodes;
  const ends = flow.levels[0].states.filter(({ exits }) => exits.some(({ to }) => to === null));
  return {
    ...sketch,
    title: flow.title || flow.id,
    what: 'Question flow',
    nodes: [...sketch.nodes, ...nodes],
    links: [
      ...sketch.links,
      ...(first === undefined ? [] : ends.flatMap((state) => linksFrom(state, first.id, null))),
      ...nodes.slice(1).map(({ id }, at) => link(nodes[at]?.id ?? id, id, null)),
    ],
    remarks:
      operations.length === 0
        ? []
        : ['The operations are performed in the order in which their questions were answered.'],
  };
}

export const sketchesOfNested = (flow: Flow): readonly Sketch[] =>
  flow.levels.slice(1).map((_, at) => sketchOfLevel(flow, at + 1));

function sketchOfLevel(flow: Flow, at: number): Sketch {
  const level: Level = flow.levels[at] ?? flow.levels[0];
  const { states } = level;
  const idOf = (index: number): string => states[index]?.question.id ?? '';
  return {
    title: level.id,
    net: netOf(flow, at),
    nodes: states.flatMap((state) => nodesOf(flow, state)),
    links: states.flatMap((state) => [
      ...(state.nested === null
        ? []
        : [link(state.question.id, nestedTask(state.question.id), labelOf(state.nested.condition))]),
      ...state.exits.flatMap(({ to, condition }) =>
        to === null ? [] : linksFrom(state, idOf(to), labelOf(condition)),
      ),
    ]),
    begins: states.length === 0 ? [] : [idOf(0)],
    remarks: [],
  };
}

function nodesOf(flow: Flow, { question, nested }: FlowState): readonly SketchNode[] {
  const remarks = [
    ...(isSensitive(question) ? ['a secret'] : question.type === 'string' ? [] : [question.type]),
    ...(question.automatic === null ? [] : [`= ${describe(question.automatic)}`]),
  ];
  return [
    { ...plain(question.id, question.id), kind: 'question', remarks },
    ...(nested === null
      ? []
      : [
          {
            ...plain(nestedTask(question.id), flow.levels[nested.level]?.id ?? ''),
            kind: 'workflow',
            remarks: [],
          } as const,
        ]),
  ];
}

const plain = (id: string, name: string) => ({ id, name, join: null, split: null, group: null });

/** What follows a state follows its nested workflow; its question, too, if the workflow can be left out. */
function linksFrom({ question: { id }, nested }: FlowState, to: string, label: string | null) {
  if (nested === null) return [link(id, to, label)];
  const after = link(nestedTask(id), to, label);
  return nested.condition === null ? [after] : [after, link(id, to, label ?? 'else')];
}

const link = (from: string, to: string, label: string | null): SketchLink => ({
  from,
  to,
  label,
  kind: 'next',
});
const labelOf = (condition: Tree | null): string | null => (condition === null ? null : describe(condition));
const describe = (tree: Tree): string => printExpression(tree);
