/** The result of one check: what was found, and what to do about it. */
export interface Finding {
  readonly what: string;
  readonly verdict: Verdict;
  readonly found: string;
  /** What to do; empty if nothing. */
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
