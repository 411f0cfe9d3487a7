/** Evaluates the expressions of YAWL programs: mappings, predicates, instances, timers. */
import type { Compiled, Evaluator } from '../../../kernel/index.ts';
import type { QueryEngine } from '../../query-engine.ts';
import { compileJoin, compileLast, compilePiece, compileSplit } from './evaluate-instances.ts';
import { compileParticipantNames, compilePreview, compileUnfinished } from './evaluate-item.ts';
import { compileCount, compileMap, compileQueryTest, type QueryCompileContext } from './evaluate-query.ts';
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

function compileSource(source: YawlSource, context: QueryCompileContext): Compiled {
  switch (source.do) {
    case 'map':
      return compileMap(context, source);
    case 'test':
      return compileQueryTest(context, source);
    case 'count':
      return compileCount(context, source);
    case 'split':
      return compileSplit(context, source);
    case 'piece':
      return compilePiece(context, source);
    case 'join':
      return compileJoin(context, source);
    case 'last':
      return compileLast(context, source);
    case 'timer':
      return compileTimerTest(context, source);
    case 'duration':
      return compileDuration(context, source);
    case 'expiry':
      return compileExpiry(context, source);
    case 'trigger':
      return compileTrigger(context, source);
    case 'unfinished':
      return compileUnfinished(context, source);
    case 'preview':
      return compilePreview(context, source);
    case 'whom':
      return compileParticipantNames(context, source);
    default:
      throw new Error('The evaluator does not know this expression.');
  }
}
