/** Sanitizes a sketch for drawing: every text is safe to display, ids are unique, and both ends of each link exist. */
import { cleanText } from './clean-text.ts';
import type { Sketch, SketchLink, SketchNode } from './sketch.ts';

export function cleanSketch(sketch: Sketch): Sketch {
  const nodes = new Map<string, SketchNode>();
  for (const node of sketch.nodes) if (!nodes.has(node.id)) nodes.set(node.id, cleanNode(node));
  const links = new Map<string, SketchLink>();
  for (const link of sketch.links) {
    if (!nodes.has(link.from) || !nodes.has(link.to)) continue;
    const label = link.label === null ? '' : oneLine(link.label);
    const clean = { ...link, label: label === '' ? null : label };
    const key = JSON.stringify([clean.from, clean.to, clean.kind, clean.label]);
    if (!links.has(key)) links.set(key, clean);
  }
  return {
    ...sketch,
    title: oneLine(sketch.title),
    nodes: [...nodes.values()],
    links: [...links.values()],
    begins: sketch.begins.filter((id) => nodes.has(id)),
    remarks: sketch.remarks.map(oneLine).filter((remark) => remark !== ''),
  };
}

function cleanNode(node: SketchNode): SketchNode {
  const name = oneLine(node.name);
  return {
    ...node,
    name: name === '' ? '(no name)' : name,
    remarks: node.remarks.map(oneLine).filter((remark) => remark !== ''),
  };
}

/** Line breaks become spaces; other characters that cannot be displayed are replaced. */
function oneLine(text: string): string {
  return cleanText(text.replace(/\s+/g, ' ')).trim();
}
