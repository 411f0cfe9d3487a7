/** Drawings of nets and of where a run is in them. Pure: text in, text out; names cannot escape into the terminal or the page. */
export { cleanText, cutText, displayWidth } from './clean-text.ts';
export { type DrawOptions, drawNet, drawStrip } from './draw-net.ts';
export { drawSvg, escapeXml } from './draw-svg.ts';
export { emptyView, followRun, type RunView } from './run-view.ts';
export { paint, routingLegend, signLegend, signs, type TaskState, type TaskStates } from './task-state.ts';
