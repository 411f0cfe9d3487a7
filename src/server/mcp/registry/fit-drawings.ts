/** Every listed tool takes room in each conversation: a long list has no drawings of workflows. */
import type { ToolDrawings } from '../../../operations/index.ts';
import type { Tool } from '../contract/tool.ts';
import { tokensOf } from './listed-tool.ts';

const maxTokens = 6_000;

/** @param mode `auto`: with drawings as long as the whole list has room for them */
export function fitDrawings(tools: readonly Tool[], mode: ToolDrawings): readonly Tool[] {
  const isDrawn = mode === 'always' || (mode === 'auto' && fits(tools));
  return isDrawn ? tools : tools.map((tool) => tool.brief ?? tool);
}

const fits = (tools: readonly Tool[]): boolean =>
  tools.reduce((sum, tool) => sum + tokensOf(tool), 0) <= maxTokens;
