/** Describes a guide before it is followed. Later steps appear only in its document, so that no agent runs ahead. */
import type { Json } from '../../kernel/index.ts';
import type { Values, WorkflowFacet } from '../facets.ts';
import type { Foreword } from './follow/guide-texts.ts';

/** What “definitions.outline” shows of a guide. */
export interface GuideOutline extends Foreword {
  readonly about: string;
  readonly examples: readonly string[];
  readonly totalSteps: number;
}

interface DetailsOfGuide {
  readonly guide?: GuideOutline & { readonly firstStep: Json };
}

export const workflowFacet: WorkflowFacet = {
  defaultDomain: 'default',
  stepwise: {
    describe: ({ guide }: { readonly guide?: GuideOutline }) => {
      const { preconditions = [], clarificationPrompts = [] } = guide ?? {};
      return [
        ...(preconditions.length === 0 ? [] : [`Before it: ${preconditions.join('; ')}`]),
        ...(clarificationPrompts.length === 0 ? [] : [`Ask first: ${clarificationPrompts.join(' ')}`]),
      ];
    },
    summary({ guide }: DetailsOfGuide): Values {
      if (guide === undefined) return {};
      const { about, examples, firstStep, ...rest } = guide;
      return {
        ...rest,
        ...(about === '' ? {} : { about }),
        ...(examples.length === 0 ? {} : { examples }),
      };
    },
    preview: ({ guide }: DetailsOfGuide): Values =>
      guide === undefined ? {} : { firstStep: guide.firstStep },
    next: (workflow) =>
      `Call workflow_run {"workflow_id": ${JSON.stringify(workflow)}}: Signalbox stores the progress and validates each output. Or call workflow_next {"workflowId": ${JSON.stringify(workflow)}, "completedSteps": []}, and keep the progress yourself.`,
  },
};
