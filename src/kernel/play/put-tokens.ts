/** Adds tokens; too many fail the frame [K12.3]. */
import type { Draft } from './draft.ts';
import { failFrame } from './frame-fails.ts';
import { putToken } from './instances.ts';

/** One token for each place; -1 ends the path. */
export const putTokens = (draft: Draft, frameId: number, places: readonly number[]): void => {
  for (let i = 0; i < places.length; i++) if (places[i]! >= 0) putToken(draft, frameId, places[i]!);
  const held = draft.frame(frameId).tokens.length;
  const limit = draft.program.limits.tokens;
  if (held > limit) {
    const message = `The frame holds ${held} tokens, more than the limit of ${limit}: a loop makes tokens without end.`;
    failFrame(draft, frameId, { code: 'token-limit', message, retryable: false });
  }
};
