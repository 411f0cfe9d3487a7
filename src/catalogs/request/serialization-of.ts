/** How a parameter is written, with the defaults of its place. */
import { type Declared, oldStyles } from '../document/declared-parameters.ts';
import { asText, ownField } from '../document/own-field.ts';
import type { ParameterStyle, Serialization } from './serialize-parameter.ts';

/** Styles by place, the default first. */
const stylesOf: { readonly [location in Declared['location']]: readonly ParameterStyle[] } = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};

export function serializationOf({ name, location, source }: Declared): Serialization {
  const [usual = 'simple'] = stylesOf[location];
  const format = asText(ownField(source, 'collectionFormat'));
  // Before 3.0 a parameter has its type.
  if (asText(ownField(source, 'type')) !== undefined) {
    return {
      name,
      style: oldStyles[format ?? ''] ?? usual,
      explode: format === 'multi',
      allowReserved: false,
    };
  }
  const written = asText(ownField(source, 'style'));
  const style = stylesOf[location].find((each) => each === written) ?? usual;
  const explode = ownField(source, 'explode');
  return {
    name,
    style,
    explode: typeof explode === 'boolean' ? explode : style === 'form' || style === 'deepObject',
    allowReserved: location === 'query' && ownField(source, 'allowReserved') === true,
  };
}
