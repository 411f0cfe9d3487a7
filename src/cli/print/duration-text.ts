/** Formats durations for columns: `250 ms`, `3.2 s`, `4 min 10 s`. */
import { describeDuration } from '../../expression/index.ts';

export function durationText(milliseconds: number): string {
  const elapsed = Math.max(0, milliseconds);
  if (elapsed < 1_000) return `${Math.round(elapsed)} ms`;
  if (elapsed < 60_000) return `${(Math.floor(elapsed / 100) / 10).toFixed(1)} s`;
  const unit = elapsed < 3_600_000 ? 1_000 : elapsed < 86_400_000 ? 60_000 : 3_600_000;
  const text = describeDuration(Math.floor(elapsed / unit) * unit);
  return text.replaceAll(/ (second|minute|hour|day)s?/g, (_, name: string) => ` ${short[name] ?? name}`);
}

const short: Readonly<Record<string, string>> = { second: 's', minute: 'min', hour: 'h', day: 'd' };
