/** How long something took or takes, short enough for a column: `250 ms`, `3.2 s`, `4 min 10 s`. */
import { describeDuration } from '../expression/index.ts';

export function spentText(milliseconds: number): string {
  const spent = Math.max(0, milliseconds);
  if (spent < 1_000) return `${Math.round(spent)} ms`;
  if (spent < 60_000) return `${(Math.floor(spent / 100) / 10).toFixed(1)} s`;
  const unit = spent < 3_600_000 ? 1_000 : spent < 86_400_000 ? 60_000 : 3_600_000;
  const words = describeDuration(Math.floor(spent / unit) * unit);
  return words.replaceAll(/ (second|minute|hour|day)s?/g, (_, name: string) => ` ${short[name] ?? name}`);
}

const short: Readonly<Record<string, string>> = { second: 's', minute: 'min', hour: 'h', day: 'd' };
