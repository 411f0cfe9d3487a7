/** `connector.operation` is exact; a bare name is bound when the run starts. */
export function namedOperation(name: string): { readonly connector?: string; readonly operation: string } {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? { operation: name } : { connector: name.slice(0, dot), operation: name.slice(dot + 1) };
}
