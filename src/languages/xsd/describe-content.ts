/** Describes the content of an element: `“a”, (“b” or “c”), any number of “d”`. */
import { type ContentModel, type ContentNode, wildcardKey } from './content-model.ts';

const maxLength = 300;

export function describeContent({ root }: ContentModel): string {
  const text = root.parts.map((part) => describe(part, 0)).join('') || 'nothing';
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

function describe(node: ContentNode, depth: number): string {
  if (node.kind === 'element') return `${numberOf(node)}“${node.name}”`;
  if (node.kind === 'wildcard') return `${numberOf(node)}“${wildcardKey}”`;
  const parts = node.parts.map((part) => describe(part, depth + 1));
  const text = parts.join(node.kind === 'choice' ? ' or ' : node.kind === 'all' ? ' and ' : ', ');
  const number = numberOf(node);
  return number === '' && (depth === 0 || parts.length < 2) ? text : `${number}(${text})`;
}

function numberOf({ min, max }: ContentNode): string {
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? 'any number of ' : `at least ${min} of `;
  if (max === 1) return min === 0 ? 'optionally ' : '';
  return min === max ? `${min} of ` : `${min} to ${max} of `;
}
