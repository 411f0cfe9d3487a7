/** Draws workflows for terminals, pages and programs. A workflow with errors is drawn as far as it can be parsed. */
import {
  type Drawn,
  drawMermaidSheet,
  drawSketch,
  drawSvg,
  drawSvgSheet,
  type Sketch,
} from '../../drawing/index.ts';
import type { SourceFile } from '../../languages/index.ts';
import { chooseNamed } from './choose-named.ts';
import { loadReadEnvironment, type ReadEnvironmentFiles } from './load-read-environment.ts';
import { type FileReport, readDefinition } from './read-definition.ts';
import { chooseSketches, sketchesOfWorkflow } from './sketches-of-workflow.ts';

export type DrawingFormat = 'text' | 'mermaid' | 'svg' | 'json';

export interface DrawInput extends ReadEnvironmentFiles {
  readonly file: SourceFile;
  /** Null: all workflows. */
  readonly workflow: string | null;
  /** Null: the whole workflow. */
  readonly net: string | null;
  readonly format: DrawingFormat;
  /** Of the text: maximum columns, and whether colours are allowed. */
  readonly width: number;
  readonly colour: boolean;
}

export type DrawResult =
  | { readonly kind: 'drawn'; readonly drawings: readonly Drawing[]; readonly definition: FileReport }
  | { readonly kind: 'invalid'; readonly reports: readonly FileReport[] }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

export interface Drawing {
  readonly workflow: string;
  readonly valid: boolean;
  /** One per net. */
  readonly sketches: readonly Sketch[];
  /** In the requested format; as JSON the sketch, or a list of sketches. */
  readonly text: string;
}

export function drawWorkflow(input: DrawInput): DrawResult {
  const { environment, invalid } = loadReadEnvironment(input);
  if (invalid.length > 0) return { kind: 'invalid', reports: invalid };
  const { readResult, report } = readDefinition(input.file, environment);
  const { workflows } = readResult;
  if (workflows.length === 0) return { kind: 'invalid', reports: [report] };
  // A picture is one file: several SVG documents in a row are not valid.
  const one = input.workflow !== null || input.format === 'svg';
  const choice = one ? chooseNamed(workflows, input.workflow, 'workflow') : undefined;
  if (choice?.kind === 'refused') return choice;
  const chosen = choice === undefined ? workflows : [choice.chosen];
  const drawings: Drawing[] = [];
  const problems: string[] = [];
  for (const workflow of chosen) {
    const nets = chooseSketches(sketchesOfWorkflow(workflow), input.net);
    if (nets.kind === 'refused') {
      problems.push(nets.message);
      continue;
    }
    const { sketches } = nets;
    const drawn = sketches.map((sketch) => ({ sketch }));
    const text = drawAs(input.format, drawn, input);
    drawings.push({ workflow: workflow.name, valid: workflow.program !== null, sketches, text });
  }
  // A named net need only exist in one of the workflows.
  if (drawings.length === 0) return { kind: 'refused', problems };
  return { kind: 'drawn', definition: report, drawings };
}

/** @param options of a text */
export function drawAs(
  format: DrawingFormat,
  drawn: readonly Drawn[],
  { width, colour }: Pick<DrawInput, 'width' | 'colour'>,
): string {
  const [first] = drawn;
  if (first === undefined) return '';
  const alone = drawn.length === 1;
  switch (format) {
    case 'text':
      return drawn
        .map(({ sketch, states }) =>
          drawSketch(sketch, { width, colour, ...(states === undefined ? {} : { states }) }),
        )
        .join('\n\n');
    case 'mermaid':
      return drawMermaidSheet(drawn);
    case 'svg':
      return alone ? drawSvg(first.sketch, first.states) : drawSvgSheet(drawn);
    case 'json':
      return JSON.stringify(alone ? first.sketch : drawn.map(({ sketch }) => sketch), null, 2);
  }
}
