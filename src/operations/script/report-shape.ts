/** Reports violations of an XML Schema type at the value that contains them. */
import { type fitValue, type Located, type Reporter, report } from '../../languages/index.ts';

export function reportShape(reporter: Reporter, located: Located, fitted: ReturnType<typeof fitValue>): void {
  if (fitted.kind === 'fitted') return;
  for (const { message, expected, actual } of fitted.problems) {
    report(reporter, located, { rule: 'wrong-type', message, expected, actual });
  }
}
