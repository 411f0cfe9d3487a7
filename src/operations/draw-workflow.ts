/** Draws workflows: for terminals, for pages, for programs. What has mistakes is drawn as far as it could be read. */
import { type DrawOptions, drawMermaid, drawSketch, drawSvg, type Sketch } from '../drawing/index.ts';
import type { SourceFile } from '../languages/index.ts';
import { chooseNamed } from './choose-named.ts';
import { type FileReport, readDefinition } from './read-definition.ts';
import { readSurroundings, type SurroundingFiles } from './read-surroundings.ts';

export type DrawingFormat = 'text' | 'mermaid' | 'svg' | 'json';

export interface DrawInput extends SurroundingFiles {
  readonly file: SourceFile;
  /** Null: all that there are. */
  readonly workflow: string | null;
  readonly format: DrawingFormat;
  /** Of the text: columns at most, and whether it may have colours. */
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
  readonly sketch: Sketch;
  /** In the format that was asked for; the sketch as JSON text. */
  readonly text: string;
}

export function drawWorkflow(input: DrawInput): DrawResult {
  const { surroundings, invalid } = readSurroundings(input);
  if (invalid.length > 0) return { kind: 'invalid', reports: invalid };
  const { reading, report } = readDefinition(input.file, surroundings);
  const { workflows } = reading;
  if (workflows.length === 0) return { kind: 'invalid', reports: [report] };
  // A picture is one file: several SVG in a row are none.
  const one = input.workflow !== null || input.format === 'svg';
  const choice = one ? chooseNamed(workflows, input.workflow, 'workflow') : undefined;
  if (choice?.kind === 'refused') return choice;
  const chosen = choice === undefined ? workflows : [choice.chosen];
  return {
    kind: 'drawn',
    definition: report,
    drawings: chosen.map(({ name, program, sketch }) => ({
      workflow: name,
      valid: program !== null,
      sketch,
      text: drawAs(input.format, sketch, input),
    })),
  };
}

/** @param options of a text; a picture takes the states alone */
export function drawAs(
  format: DrawingFormat,
  sketch: Sketch,
  { width, colour, states }: Pick<DrawInput, 'width' | 'colour'> & Pick<DrawOptions, 'states'>,
): string {
  switch (format) {
    case 'text':
      return drawSketch(sketch, { width, colour, ...(states === undefined ? {} : { states }) });
    case 'mermaid':
      return drawMermaid(sketch, states);
    case 'svg':
      return drawSvg(sketch, states);
    case 'json':
      return JSON.stringify(sketch, null, 2);
  }
}
