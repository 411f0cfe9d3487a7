/** Maps a list with limited concurrency, started in order. @returns the results in order */
export async function mapWithConcurrency<Given, Made>(
  all: readonly Given[],
  concurrency: number,
  make: (each: Given) => Promise<Made>,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  const left = all.entries();
  const work = async (): Promise<void> => {
    // All workers share one iterator: a free worker takes the next entry.
    for (const [at, each] of left) made[at] = await make(each);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, all.length) }, work));
  return made;
}
