import type { Json } from '../../../kernel/index.ts';
import { parseXml } from '../../xml/parse-xml.ts';
import { fromXml } from '../../xsd/from-xml.ts';
import type { YawlVariable } from './schema.ts';

/** The initial value that the author wrote for a variable; `undefined` if there is none, or it does not fit. */
export function initialValueOf({ name, initial, shape }: YawlVariable): Json | undefined {
  if (initial === null || shape === null) return undefined;
  const { root } = parseXml(`<${name}>${initial.name}</${name}>`);
  if (root === null) return undefined;
  const fitted = fromXml(root, shape, name);
  return fitted.kind === 'fitted' ? fitted.value : undefined;
}
