/** The types that specifications have without a schema: a document, a timer, a list of texts, and coordinates. */
import type { XsdParticle, XsdType, XsdTypes } from './shape.ts';

const builtIn = (base: string): XsdType => ({ kind: 'simple', base });

const between = (minInclusive: string, maxInclusive: string): XsdType => ({
  kind: 'simple',
  base: 'decimal',
  facets: { minInclusive, maxInclusive },
});

const element = (name: string, type: XsdType, min = 1, max: number | null = 1): XsdParticle => ({
  kind: 'element',
  name,
  type,
  min,
  max,
});

const sequence = (...parts: readonly XsdParticle[]): XsdType => ({
  kind: 'complex',
  attributes: [],
  content: { kind: 'elements', particle: { kind: 'sequence', parts, min: 1, max: 1 } },
});

const listOf = (name: string, type: XsdType): XsdType => sequence(element(name, type, 1, null));

const text = builtIn('string');
const label = element('label', text, 0);
const point = sequence(
  element('latitude', between('-90', '90')),
  element('longitude', between('-180', '180')),
);
const marker = sequence(label, element('point', point));
const circle = sequence(label, element('center', point), element('radius', builtIn('float')));
const rect = sequence(label, element('top-left', point), element('bottom-right', point));
const polygon = sequence(label, element('vertex', point, 2, null));
const trigger: XsdType = {
  kind: 'simple',
  base: 'string',
  facets: { enumeration: ['OnEnabled', 'OnExecuting'] },
};

export const specificationTypes: XsdTypes = {
  YDocumentType: sequence(element('id', builtIn('long'), 0), element('name', text)),
  YTimerType: sequence(
    element('trigger', trigger),
    element('expiry', text),
    element('workdays', builtIn('boolean'), 0),
  ),
  YStringListType: sequence(element('item', text, 0, null)),
  YGeoLatLongType: point,
  YGeoMarkerType: marker,
  YGeoCircleType: circle,
  YGeoRectType: rect,
  YGeoPolygonType: polygon,
  YGeoLatLongListType: listOf('point', point),
  YGeoMarkerListType: listOf('marker', marker),
  YGeoCircleListType: listOf('circle', circle),
  YGeoRectListType: listOf('rect', rect),
  YGeoPolygonListType: listOf('polygon', polygon),
};
