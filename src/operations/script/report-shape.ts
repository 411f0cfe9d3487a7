/** Reports what does not fit a type of XML Schema, at the value that holds it. */
import { type fitValue, type Located, type Reporter, report } from '../../languages/index.ts';

export function reportShape(reporter: Reporter, located: Located, fitted: ReturnType<typeof fitValue>): void {
  if (fitted.kind === 'fitted') return;
  for (const { message, expected, actual } of fitted.problems) {
    report(reporter, located, { rule: 'wrong-type', message, expected, actual });
  }
}
