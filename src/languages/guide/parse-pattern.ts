/** Regular expressions in guides: they have to run in linear time. */
import { createMatcher } from '../../expression/index.ts';
import { describe } from '../document/describe.ts';
import type { Located } from '../document/located.ts';
import { report } from '../document/report.ts';
import type { Reporter } from '../document/reporter.ts';
import type { SourceText } from '../document/source-text.ts';

/** Characters of all patterns of a document: each has to be compiled before anybody knows whether it can be. */
const mostCharacters = 50_000;
const spent = new WeakMap<SourceText, number>();

/** @returns whether it can be used */
export function checkPattern(reporter: Reporter, located: Located, pattern: string, flags: string): boolean {
  const before = spent.get(reporter.source) ?? 0;
  if (before > mostCharacters) return false;
  spent.set(reporter.source, before + pattern.length);
  if (before + pattern.length > mostCharacters) {
    report(reporter, located, {
      rule: 'limit',
      message: `The patterns of the guide are too long together: they may have ${mostCharacters} characters. Those from here on were not looked at.`,
      expected: `at most ${mostCharacters} characters`,
      actual: 'more',
    });
    return false;
  }
  const matcher = createMatcher(pattern, flags);
  if (matcher.kind === 'matcher') return true;
  report(reporter, located, {
    rule: 'bad-pattern',
    message: matcher.message,
    expected: 'a regular expression that runs in linear time',
    actual: describe(located),
  });
  return false;
}
