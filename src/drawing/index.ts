/**
 * Draws workflows and the progress of runs. Pure: text in, text out; names cannot inject into the terminal or the
 * page.
 */
export { cleanText, cutText, displayWidth } from './clean-text.ts';
export { drawLine } from './draw-line.ts';
export { drawMermaid, drawMermaidSheet } from './draw-mermaid.ts';
export { drawNet, drawStrip } from './draw-net.ts';
export { type DrawOptions, drawSketch, type SketchOptions } from './draw-sketch.ts';
export { drawSvg, drawSvgSheet } from './draw-svg.ts';
export type { Drawn } from './drawn.ts';
export { escapeXml } from './escape-xml.ts';
export type { Sketch, SketchForm, SketchKind, SketchLink, SketchMark, SketchNode } from './sketch.ts';
export { sketchOfNet } from './sketch-of-net.ts';
export {
  emptyProgress,
  type TaskProgress,
  updateProgress,
} from './task-progress.ts';
export { paint, routingLegend, signLegend, signs, type TaskState, type TaskStates } from './task-state.ts';
