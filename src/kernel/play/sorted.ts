/** Small sorted lists of numbers, never changed in place: states share them. */

export const withNumber = (list: readonly number[], number: number): number[] => {
  const result: number[] = [];
  let i = 0;
  for (; i < list.length && list[i]! <= number; i++) result.push(list[i]!);
  result.push(number);
  for (; i < list.length; i++) result.push(list[i]!);
  return result;
};

/** Without one occurrence. */
export const withoutNumber = (list: readonly number[], number: number): number[] => {
  const result: number[] = [];
  let found = false;
  for (let i = 0; i < list.length; i++) {
    if (!found && list[i] === number) found = true;
    else result.push(list[i]!);
  }
  return result;
};

/** Position of the entry with this id in a list sorted by id; -1 if there is none. */
export const indexOfId = (list: readonly { readonly id: number }[], id: number): number => {
  let low = 0;
  let high = list.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = list[middle]!.id;
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
};
