export function sampleOfPattern(_pattern: string, _flags: string): string | null {
  return null;
}
