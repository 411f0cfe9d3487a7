/** Does the same for each of many, so many at once, begun in their order. @returns in their order, too */
export async function mapWithConcurrency<Given, Made>(
  all: readonly Given[],
  concurrency: number,
  make: (each: Given) => Promise<Made>,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  const left = all.entries();
  const work = async (): Promise<void> => {
    // One iterator for all of them: whoever is free takes the next one.
    for (const [at, each] of left) made[at] = await make(each);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, all.length) }, work));
  return made;
}
