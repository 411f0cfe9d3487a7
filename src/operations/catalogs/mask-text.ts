/** Shows a text that may hold secrets: its references, and of what else it says nothing but what it begins with. */
const reference = /(\$\{env:[A-Za-z_][A-Za-z0-9_]*\})/;

const maskText = (text: string): string =>
  text
    .split(reference)
    .map((part) => (reference.test(part) || /^\s*(?:bearer|basic|token)?\s*$/i.test(part) ? part : '***'))
    .join('');

export const maskTexts = (texts: { readonly [name: string]: string }): { readonly [name: string]: string } =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, maskText(text)]));
