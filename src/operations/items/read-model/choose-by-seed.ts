/**
 * Chooses one of several people by the seed of a run. The choice is the same at any time, and stays the same when
 * another of them is no longer a candidate. So it need not be stored.
 */
export function chooseBySeed(seed: number, instance: number, among: Iterable<string>): string | null {
  let chosen: string | null = null;
  let highest = -1;
  for (const name of among) {
    const weight = weigh(seed, instance, name);
    const isHigher = weight > highest || (weight === highest && chosen !== null && name < chosen);
    if (!isHigher) continue;
    chosen = name;
    highest = weight;
  }
  return chosen;
}

/** A 32-bit number that depends on every bit of the input. */
function weigh(seed: number, instance: number, name: string): number {
  let hash = mix((seed ^ Math.imul(instance, 0x9e3779b1)) | 0);
  for (let at = 0; at < name.length; at++) hash = mix(hash ^ name.charCodeAt(at));
  return hash >>> 0;
}

function mix(given: number): number {
  let x = given ^ (given >>> 16);
  x = Math.imul(x, 0x21f0aaad);
  x ^= x >>> 15;
  x = Math.imul(x, 0x735a2d97);
  return x ^ (x >>> 15);
}
