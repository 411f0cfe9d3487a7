/** The declarations of fontoxpath that are used here: its own would add browser types to the whole layer. */
interface Options {
  readonly language: 'XQuery3.1';
  readonly debug?: boolean;
  readonly annotateAst?: boolean;
  readonly namespaceResolver?: (prefix: string) => string | null;
  readonly nodesFactory?: unknown;
  readonly xmlSerializer?: unknown;
  readonly currentContext?: unknown;
}

declare const fontoxpath: {
  parseScript<Tree>(script: string, options: Options, factory: unknown): Tree;
  /** @param kind 14: all items of the result */
  evaluateXPath(
    expression: unknown,
    contextItem: unknown,
    domFacade: null,
    variables: Readonly<Record<string, unknown>>,
    kind: 14,
    options: Options,
  ): readonly unknown[];
  registerCustomXPathFunction(
    name: { readonly namespaceURI: string; readonly localName: string },
    signature: readonly string[],
    result: string,
    callback: (facade: { readonly currentContext: unknown }, ...args: readonly unknown[]) => unknown,
  ): void;
};

export = fontoxpath;
