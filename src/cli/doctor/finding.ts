/** One thing that was looked at: how it is, and what to do where that is not well. */
export interface Finding {
  readonly what: string;
  readonly verdict: Verdict;
  /** What was found. */
  readonly found: string;
  /** What to do; empty where nothing is. */
  readonly advice: string;
}

export type Verdict = 'ok' | 'warn' | 'fail';

export const ok = (what: string, found: string): Finding => ({ what, verdict: 'ok', found, advice: '' });

export const warn = (what: string, found: string, advice: string): Finding => ({
  what,
  verdict: 'warn',
  found,
  advice,
});

export const fail = (what: string, found: string, advice: string): Finding => ({
  what,
  verdict: 'fail',
  found,
  advice,
});
