/** Presents a simulated run, in the form of a run. */
import type { SimulationReport } from '../../../operations/index.ts';
import type { JsonObject, ToolAnswer } from '../contract/tool.ts';
import type { RunAnswerStatus } from './present-run.ts';

export function presentSimulation(report: SimulationReport): ToolAnswer {
  const { workflow, output, failure, timeline, untaken, took, standIns, waitingFor } = report;
  const value: JsonObject = {
    dry_run: true,
    workflow_id: workflow,
    status: statusOf[report.status],
    ...(report.status === 'completed' ? { result: output } : {}),
    message: messageOf(report),
    current_steps: waitingFor.map(({ task }) => task),
    ...(failure === null ? {} : { failure_code: failure.code }),
    steps_taken: took,
    ways_not_taken: untaken,
    stand_ins: {
      calls: standIns.calls,
      empty: standIns.empty,
      questions: standIns.questions,
    },
    timeline,
    next: 'Nothing was called. Call it again without dry_run to run it.',
  };
  return { kind: 'answer', value, bulky: ['result'] };
}

const statusOf: Readonly<Record<SimulationReport['status'], RunAnswerStatus>> = {
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
  waiting: 'running',
  limit: 'running',
};

function messageOf({ workflow, status, failure, standIns }: SimulationReport): string {
  const guessed = standIns.calls.length + standIns.empty.length + standIns.questions.length > 0;
  const examples = guessed ? ' Calls and questions were answered with examples: see “stand_ins”.' : '';
  switch (status) {
    case 'completed':
      return `“${workflow}” would complete.${examples}`;
    case 'failed':
      return `“${workflow}” would fail: ${failure?.message ?? ''}${guessed ? `${examples} They may be the cause.` : ''}`;
    case 'waiting':
      return `“${workflow}” would wait, and no later event would advance it.${examples}`;
    case 'limit':
      return `“${workflow}” would run for very long; the simulation stopped at its limit of 10,000 events or 200,000 steps.${examples}`;
    case 'cancelled':
      return `“${workflow}” would be cancelled.${examples}`;
  }
}
