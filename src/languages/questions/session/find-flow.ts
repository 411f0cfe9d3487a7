/** The flow of a session: a document of the caller, one that comes with the program, or one made from adapters. */
import type { FoundWorkflow, HeldWorkflow, OperationHost } from '../../language-api.ts';
import { Refusal, refuseDocument, refuseInput } from '../../refusal.ts';
import type { Workflow } from '../../workflow.ts';
import { generateFlow } from '../generate/generate-flow.ts';
import { languageId } from '../question-item.ts';
import { contentOf, readQuestions } from '../read-questions.ts';
import { shippedFlows } from '../shipped-flows.ts';
import { type FlowMachine, machineOf } from './flow-machine.ts';
import type { FlowName } from './held.ts';
import { tagOf } from './play.ts';

export interface FoundFlow {
  readonly name: FlowName;
  readonly flow: FlowMachine;
  readonly workflow: HeldWorkflow;
  readonly revision: string;
  /** Of its document; empty if it is generated. */
  readonly path: string;
}

/** Throws if there is no such flow, or if it has errors. */
export async function findFlow(operation: string, host: OperationHost, name: FlowName): Promise<FoundFlow> {
  if ('adapters' in name) {
    const { workflow, text } = await generateFlow(host, name.adapters);
    return toFlow(name, workflow, { text, revision: tagOf(text), path: '' });
  }
  const found = (await shippedFlow(host, name.workflow)) ?? (await host.workflow(name.workflow));
  const { workflow, language, text, revision, id, path, violations } = found;
  if (language !== null && language !== languageId) throw notAFlow(operation, found);
  if (workflow === null || workflow.program === null) {
    throw new Refusal(
      refuseDocument(
        { violations, language },
        {
          what: `“${id}” has errors`,
          suggestedAction: 'Correct the listed errors in its document, and call again.',
          context: { workflow: id, path },
        },
      ),
    );
  }
  return toFlow(name, workflow, { text, revision, path });
}

function toFlow(
  name: FlowName,
  read: Workflow,
  { text, revision, path }: Pick<FoundWorkflow, 'text' | 'revision' | 'path'>,
): FoundFlow {
  const { program, version } = read;
  if (program === null) throw new Error(`“${read.name}” has no program.`);
  return {
    name,
    flow: machineOf(contentOf(read).flow, program),
    workflow: { language: languageId, name: read.name, version, text, program },
    revision,
    path,
  };
}

/** The caller's own flow of this name comes first. */
async function shippedFlow(host: OperationHost, id: string): Promise<FoundWorkflow | undefined> {
  const text = shippedFlows.get(id);
  if (text === undefined) return undefined;
  const own = await host.workflows(languageId);
  if (own.some((flow) => flow.id === id)) return undefined;
  const path = `${id}.yaml`;
  const { workflows, violations } = readShipped(path, text);
  return {
    id,
    workflow: workflows[0] ?? null,
    language: languageId,
    path,
    text,
    revision: tagOf(text),
    violations,
  };
}

const read = new Map<string, ReturnType<typeof readQuestions>>();

function readShipped(path: string, text: string) {
  const known = read.get(path) ?? readQuestions({ path, text }, { operations: null });
  read.set(path, known);
  return known;
}

function notAFlow(operation: string, { id, language }: FoundWorkflow): Refusal {
  const report = refuseInput(operation, [
    {
      path: 'workflow_id',
      rule: 'not-a-question-flow',
      message: `“${id}” is not a question flow.`,
      expected: 'the id of a question flow',
      actual: `a workflow of the language “${language ?? ''}”`,
    },
  ]);
  return new Refusal({ ...report, context: { operation, workflow: id } });
}
