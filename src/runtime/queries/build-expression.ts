/** Builds expression trees from text with placeholders. */
import fontoxpath from 'fontoxpath';
import { Document, type Element } from 'slimdom';
import { partsOf } from './parse-query.ts';

/**
 * Parses an expression. A variable `$name` of a placeholder is replaced by its tree; the names of other variables are
 * changed so that no query can use them. Functions must be written with their namespace.
 */
export function buildExpression(text: string, holes: Readonly<Record<string, Element>> = {}): Element {
  const form = forms.get(text) ?? readForm(text);
  const made = form.cloneNode(true);
  count++;
  const bound = new Set(made.getElementsByTagNameNS('*', 'varName').map(({ textContent }) => textContent));
  return substitute(made, {
    holes,
    called: (name) => (bound.has(name) ? `${hiddenName(name)} ${count}` : hiddenName(name)),
  });
}

/** fontoxpath does not accept the same name in nested scopes. */
let count = 0;

interface Substitution {
  readonly holes: Readonly<Record<string, Element>>;
  /** The internal name of a variable of the text. */
  readonly called: (name: string) => string;
}

const forms = new Map<string, Element>();

function readForm(text: string): Element {
  const options = { language: 'XQuery3.1', annotateAst: false } as const;
  const module = fontoxpath.parseScript<Element>(text, options, new Document());
  const body = module.getElementsByTagNameNS('*', 'queryBody')[0];
  const [form] = body === undefined ? [] : partsOf(body);
  if (form === undefined) throw new Error(`This is not an expression: ${text}`);
  forms.set(text, form);
  return form;
}

function substitute(element: Element, substitution: Substitution): Element {
  if (element.localName === 'varRef') {
    const name = element.textContent ?? '';
    const piece = Object.hasOwn(substitution.holes, name) ? substitution.holes[name] : undefined;
    if (piece !== undefined) return piece;
  }
  if (element.localName === 'varName' || element.localName === 'name') {
    element.textContent = substitution.called(element.textContent ?? '');
    return element;
  }
  for (const part of partsOf(element)) {
    const filled = substitute(part, substitution);
    if (filled !== part) element.replaceChild(filled, part);
  }
  return element;
}

/** No name in a text starts with a space. */
export const hiddenName = (name: string): string => ` ${name}`;
