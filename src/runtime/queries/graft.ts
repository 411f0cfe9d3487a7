/** Builds pieces of trees of queries from their text, with given pieces in their holes. */
import fontoxpath from 'fontoxpath';
import { Document, type Element } from 'slimdom';
import { partsOf } from './parse-query.ts';

/**
 * The expression that a text says. Where it says `$name` of a hole, that stands there; its other variables cannot be
 * named by any query, so that none of them hides one. Functions are to be written with their namespace.
 */
export function graft(text: string, holes: Readonly<Record<string, Element>> = {}): Element {
  const form = forms.get(text) ?? readForm(text);
  return fill(form.cloneNode(true), holes);
}

const forms = new Map<string, Element>();

function readForm(text: string): Element {
  const options = { language: 'XQuery3.1', annotateAst: false } as const;
  const module = fontoxpath.parseScript<Element>(text, options, new Document());
  const body = module.getElementsByTagNameNS('*', 'queryBody')[0];
  const [form] = body === undefined ? [] : partsOf(body);
  if (form === undefined) throw new Error(`This is no expression: ${text}`);
  forms.set(text, form);
  return form;
}

function fill(element: Element, holes: Readonly<Record<string, Element>>): Element {
  if (element.localName === 'varRef') {
    const name = element.textContent ?? '';
    const piece = Object.hasOwn(holes, name) ? holes[name] : undefined;
    if (piece !== undefined) return piece;
  }
  if (element.localName === 'varName' || element.localName === 'name') {
    element.textContent = hidden(element.textContent ?? '');
    return element;
  }
  for (const part of partsOf(element)) {
    const filled = fill(part, holes);
    if (filled !== part) element.replaceChild(filled, part);
  }
  return element;
}

/** No name in a text begins with a space. */
export const hidden = (name: string): string => ` ${name}`;
