import { test } from 'vitest';
import { flow, oneNet, pass, read, task } from '../../testing/net-builder.ts';
import { checkSoundness } from './check-soundness.ts';

const show = (name: string, p: Parameters<typeof checkSoundness>[0]) => {
  const t = performance.now();
  const r = checkSoundness(p);
  console.log(
    name,
    r.markings,
    r.unfinished,
    (performance.now() - t).toFixed(0) + 'ms',
    r.findings.map((f) => `${f.rule} ${f.severity} ${f.task} ${f.place}: ${f.message}`),
  );
};
const many = (n: number) => Array.from({ length: n }, (_, k) => k);
test('x', () => {
  show('chain', oneNet([task('a', 'i', 'p'), task('b', 'p', 'o')]));
  show(
    'deadlock',
    oneNet(
      [
        task('d', 'i', [], { split: 'xor', flows: [flow('p', read('x')), flow('q')] }),
        task('b', 'p', 'r'),
        task('c', 'q', 's'),
        task('j', ['r', 's'], 'o'),
      ],
      { variables: [{ name: 'x', parameter: 'required' }] },
    ),
  );
  show('leftover', oneNet([task('d', 'i', ['p', 'q']), task('b', 'p', 'o'), task('c', 'q', 'o')]));
  show('leftover race', oneNet([task('d', 'i', ['p', 'q']), task('b', 'p', 'o'), task('c', 'q', null)]));
  show(
    'unbounded',
    oneNet([
      task('d', 'i', 'p'),
      task('b', 'p', [], { split: 'or', flows: [{ to: 'p' }, { to: 'q' }] }),
      task('c', 'q', 'o'),
    ]),
  );
  show(
    '200',
    oneNet([
      task(
        's',
        'i',
        many(200).map((k) => `a${k}`),
      ),
      ...many(200).map((k) => task(`t${k}`, `a${k}`, `b${k}`)),
      task(
        'j',
        many(200).map((k) => `b${k}`),
        'o',
        { work: pass },
      ),
    ]),
  );
  show(
    '200 or',
    oneNet([
      task(
        's',
        'i',
        many(200).map((k) => `a${k}`),
      ),
      ...many(200).map((k) => task(`t${k}`, `a${k}`, `b${k}`)),
      task(
        'j',
        many(200).map((k) => `b${k}`),
        'o',
        { work: pass, join: 'or' },
      ),
    ]),
  );
  show(
    '200 catch',
    oneNet([
      task(
        's',
        'i',
        many(200).map((k) => `a${k}`),
      ),
      ...many(200).map((k) => task(`t${k}`, `a${k}`, `b${k}`, { catch: { to: `b${k}` } })),
      task(
        'j',
        many(200).map((k) => `b${k}`),
        'o',
        { work: pass },
      ),
    ]),
  );
  show(
    '60x20',
    oneNet([
      task(
        's',
        'i',
        many(60).map((k) => `a${k}-0`),
      ),
      ...many(60).flatMap((k) => many(20).map((n) => task(`t${k}-${n}`, `a${k}-${n}`, `a${k}-${n + 1}`))),
      task(
        'j',
        many(60).map((k) => `a${k}-20`),
        'o',
      ),
    ]),
  );
  show(
    '60x20 or',
    oneNet([
      task(
        's',
        'i',
        many(60).map((k) => `a${k}-0`),
      ),
      ...many(60).flatMap((k) => many(20).map((n) => task(`t${k}-${n}`, `a${k}-${n}`, `a${k}-${n + 1}`))),
      task(
        'j',
        many(60).map((k) => `a${k}-20`),
        'o',
        { join: 'or' },
      ),
    ]),
  );
  show(
    '1000 or',
    oneNet([
      ...many(500).flatMap((k) => [
        task(`s${k}`, k === 0 ? 'i' : `p${k}`, [`x${k}`, `y${k}`]),
        task(`j${k}`, [`x${k}`, `y${k}`], k === 499 ? 'o' : `p${k + 1}`, { join: 'or' }),
      ]),
    ]),
  );
});
