/** Computes what programs of this language say: mappings, predicates, instances, timers. */
import type { Compiled, Evaluator } from '../../kernel/index.ts';
import type { QueryEngine } from '../language.ts';
import { compileJoin, compileLast, compilePiece, compileSplit } from './evaluate-instances.ts';
import { compilePreview, compileUnfinished, compileWhom } from './evaluate-item.ts';
import { type Bench, compileCount, compileMap, compileTest } from './evaluate-query.ts';
import { compileDuration, compileExpiry, compileTimerTest, compileTrigger } from './evaluate-timer.ts';
import type { SharedTypes, YawlSource } from './evaluator-source.ts';

export function createYawlEvaluator(queries: QueryEngine): Evaluator {
  return {
    compile(source, resolve, shared) {
      const { types } = (shared ?? { types: {} }) as unknown as SharedTypes;
      return compileSource(source as unknown as YawlSource, { queries, types, resolve });
    },
  };
}

function compileSource(source: YawlSource, bench: Bench): Compiled {
  switch (source.do) {
    case 'map':
      return compileMap(bench, source);
    case 'test':
      return compileTest(bench, source);
    case 'count':
      return compileCount(bench, source);
    case 'split':
      return compileSplit(bench, source);
    case 'piece':
      return compilePiece(bench, source);
    case 'join':
      return compileJoin(bench, source);
    case 'last':
      return compileLast(bench, source);
    case 'timer':
      return compileTimerTest(bench, source);
    case 'duration':
      return compileDuration(bench, source);
    case 'expiry':
      return compileExpiry(bench, source);
    case 'trigger':
      return compileTrigger(bench, source);
    case 'unfinished':
      return compileUnfinished(bench, source);
    case 'preview':
      return compilePreview(bench, source);
    case 'whom':
      return compileWhom(bench, source);
    default:
      throw new Error('That is nothing that this evaluator can do.');
  }
}
