/**
 * Answers that people gave in a journal: whoever copies it has to have them approved again. Steps of guides are done by
 * agents, whose output was checked: of guides only what people confirmed is approved again.
 */
import type { OfferEffect, RunEvent, Step } from '../../kernel/index.ts';
import type { AdoptRequest } from '../../runtime/index.ts';
import { writtenStep } from '../guides/step-item.ts';

export interface ApprovalCollector {
  /** Of a journal that is played from its start, event by event. */
  see(event: RunEvent, step: Step): void;
  readonly approvals: AdoptRequest['approvals'];
}

/** An item was ended by somebody, whatever the way. */
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
      if (offer?.reason === 'work' && writtenStep(offer.item)?.kind !== 'step') {
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
