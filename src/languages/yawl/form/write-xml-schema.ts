/**
 * Writes the forms of specifications as XML Schema, for editors: one schema for all versions of the released namespace.
 * An element that some of these versions do not have is optional in it; the reader knows each version by itself.
 */
import { escapeAttribute } from '../../xml/write-xml.ts';
import { schemaNamespace } from './check-parts.ts';
import type { AttributeForm, ElementForm, ElementPart, FormPart, VariedForm } from './form.ts';
import type { SimpleValue } from './simple-values.ts';
import { specificationSet } from './specification-forms.ts';
import { isInVersion, namespacesOf, type VersionRange, versions } from './versions.ts';

const released = versions.slice(versions.indexOf('2.0'));
const inSome = (range: VersionRange): boolean => released.some((version) => isInVersion(range, version));
const inAll = (range: VersionRange): boolean => released.every((version) => isInVersion(range, version));

export function writeXmlSchema(): string {
  const [namespace = ''] = namespacesOf('4.0');
  const types: Types = new Map();
  const root = elementOf('specificationSet', specificationSet, '', types);
  const head = `<xs:schema xmlns:xs="${schemaNamespace}" xmlns:y="${namespace}" targetNamespace="${namespace}" elementFormDefault="qualified">`;
  const named = [...types].map(([inside, name]) => inside.replace('>', ` name="${name}">`)).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${indent(`${head}${root}${named}</xs:schema>`)}`;
}

/** The name of each type, by its definition without a name. Equal types have one name. */
type Types = Map<string, string>;

/** @param hint its name, unless that is taken */
function nameOf(types: Types, definition: string, hint: string): string {
  const known = types.get(definition);
  if (known !== undefined) return known;
  const taken = new Set(types.values());
  let name = hint;
  for (let number = 2; taken.has(name); number++) name = `${hint}${number}`;
  types.set(definition, name);
  return name;
}

function elementOf(name: string, form: ElementForm | VariedForm, occurs: string, types: Types): string {
  return `<xs:element name="${name}"${occurs} type="${typeOf(name, form, types)}"/>`;
}

function typeOf(name: string, form: ElementForm | VariedForm, types: Types): string {
  if ('variants' in form) return `y:${nameVariants(name, form, types)}`;
  const { content, attributes = {}, extended } = form;
  if (content.kind === 'text' && Object.keys(attributes).length === 0 && extended === undefined)
    return simpleType(name, content.value, types);
  const mixed = content.kind === 'anything' ? ' mixed="true"' : '';
  const definition = `<xs:complexType${mixed}>${insideOf(form, types)}</xs:complexType>`;
  return `y:${nameOf(types, definition, `${name}Type`)}`;
}

/** `xsi:type` names types that are derived from one: the usual form, or an empty one. Returns the name of that. */
function nameVariants(name: string, { variants, otherwise }: VariedForm, types: Types): string {
  const usual = otherwise === null ? undefined : variants[otherwise];
  const base =
    usual === undefined
      ? nameOf(types, `<xs:complexType abstract="true"></xs:complexType>`, `${name}Type`)
      : nameOf(types, `<xs:complexType>${insideOf(usual, types)}</xs:complexType>`, otherwise ?? name);
  for (const [variant, form] of Object.entries(variants)) {
    if (variant === otherwise) continue;
    const own = usual === undefined ? form : withoutInherited(form, usual);
    const extension = `<xs:extension base="y:${base}">${insideOf(own, types)}</xs:extension>`;
    nameOf(
      types,
      `<xs:complexType><xs:complexContent>${extension}</xs:complexContent></xs:complexType>`,
      variant,
    );
  }
  return base;
}

/** What a form has beyond another: the parts after those of the other, and attributes. */
function withoutInherited(form: ElementForm, inherited: ElementForm): ElementForm {
  const partsOf = ({ content }: ElementForm) => (content.kind === 'parts' ? content.parts : []);
  const attributes = Object.entries(form.attributes ?? {}).filter(
    ([name]) => !Object.hasOwn(inherited.attributes ?? {}, name),
  );
  return {
    attributes: Object.fromEntries(attributes),
    content: { kind: 'parts', parts: partsOf(form).slice(partsOf(inherited).length) },
  };
}

function insideOf({ content, attributes = {}, extended }: ElementForm, types: Types): string {
  const isOpen = content.kind === 'anything' || (extended !== undefined && inSome(extended));
  const own = [
    ...Object.entries(attributes).map(([name, attribute]) => attributeOf(name, attribute, types)),
    ...(isOpen ? ['<xs:anyAttribute processContents="skip"/>'] : []),
  ].join('');
  switch (content.kind) {
    case 'anything':
      return `<xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/></xs:sequence>${own}`;
    case 'text':
      return `<xs:simpleContent><xs:extension base="xs:${content.value.base}">${own}</xs:extension></xs:simpleContent>`;
    case 'parts':
      return `<xs:sequence>${content.parts.map((part) => partOf(part, types)).join('')}</xs:sequence>${own}`;
  }
}

function partOf(part: FormPart, types: Types): string {
  switch (part.kind) {
    case 'schema':
      return `<xs:any namespace="${schemaNamespace}" processContents="lax" minOccurs="0"/>`;
    case 'several': {
      const forms = Object.entries(part.forms).map(([name, form]) => elementOf(name, form, '', types));
      return `<xs:choice minOccurs="0" maxOccurs="unbounded">${forms.join('')}</xs:choice>`;
    }
    case 'choice': {
      const options = part.options.map((option) => option.map((each) => partOf(each, types)).join(''));
      return `<xs:choice>${options.map((option) => `<xs:sequence>${option}</xs:sequence>`).join('')}</xs:choice>`;
    }
    case 'element':
      return inSome(part) ? elementOf(part.name, part.form, occursOf(part), types) : '';
  }
}

const occursOf = (part: ElementPart): string =>
  `${part.required && inAll(part) ? '' : ' minOccurs="0"'}${part.repeated ? ' maxOccurs="unbounded"' : ''}`;

function attributeOf(name: string, attribute: AttributeForm, types: Types): string {
  if (!inSome(attribute)) return '';
  const use = attribute.required && inAll(attribute) ? ' use="required"' : '';
  return `<xs:attribute name="${name}"${use} type="${simpleType(name, attribute.value, types)}"/>`;
}

function simpleType(name: string, { base, facets = [] }: SimpleValue, types: Types): string {
  if (facets.length === 0) return `xs:${base}`;
  const inside = facets.map(([facet, value]) => `<xs:${facet} value="${escapeAttribute(value)}"/>`).join('');
  const definition = `<xs:simpleType><xs:restriction base="xs:${base}">${inside}</xs:restriction></xs:simpleType>`;
  return `y:${nameOf(types, definition, `${name}Value`)}`;
}

/** Each tag on its own line. */
function indent(xml: string): string {
  let depth = 0;
  return xml.replaceAll(/<[^>]+>/g, (tag) => {
    if (tag.startsWith('</')) depth--;
    const line = `${'  '.repeat(depth)}${tag}\n`;
    if (!tag.startsWith('</') && !tag.endsWith('/>')) depth++;
    return line;
  });
}
