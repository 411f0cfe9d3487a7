/** A value that is computed at its first use, and never changes. */
export function once<Value extends string | object>(compute: () => Value): () => Value {
  let known: Value | undefined;
  return () => {
    known ??= compute();
    return known;
  };
}
