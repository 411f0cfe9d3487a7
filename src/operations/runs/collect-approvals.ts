/**
 * Collects the answers that people gave in a journal. A copy of the journal needs them approved again. Steps
 * that agents do themselves need none: their output was validated.
 */
import type { OfferEffect, RunEvent, Step } from '../../kernel/index.ts';
import type { AdoptRequest } from '../../runtime/index.ts';
import { itemFacetOf } from '../language-lists/languages.ts';

export interface ApprovalCollector {
  /** Of a journal that is replayed from its start, event by event. */
  see(event: RunEvent, step: Step): void;
  readonly approvals: AdoptRequest['approvals'];
}

/** An item was ended by a principal, in any way. */
function isAnswer(event: RunEvent): event is Extract<RunEvent, { kind: Answering }> {
  return answering.has(event.kind);
}

type Answering = 'itemCompleted' | 'itemForced' | 'itemSkipped';

const answering: ReadonlySet<RunEvent['kind']> = new Set<Answering>([
  'itemCompleted',
  'itemForced',
  'itemSkipped',
]);

export function createApprovalCollector(): ApprovalCollector {
  const offers = new Map<number, OfferEffect>();
  const answered = new Map<number, AdoptRequest['approvals'][number]>();
  return {
    see(event, { effects }) {
      const offer = isAnswer(event) ? offers.get(event.instance) : undefined;
      if (offer?.reason === 'work' && itemFacetOf(offer.item).isStep?.(offer.item) !== true) {
        const { instance, net, task, item, input, whom, index } = offer;
        answered.set(instance, { instance, net, task, item, input, whom, index });
      }
      for (const effect of effects) if (effect.kind === 'offer') offers.set(effect.instance, effect);
    },
    get approvals() {
      return [...answered.values()];
    },
  };
}
