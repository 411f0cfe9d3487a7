/** Formats a marking as XML, as YAWL's engine does for the state of a case. A case that has ended has no content [Y7.3]. */
import type { MarkedNet } from '../facets.ts';
import { escapeAttribute, escapeText } from '../xml/write-xml.ts';

export function writeMarking(run: string, workflow: string, marking: readonly MarkedNet[]): string {
  const head = `caseID="${escapeAttribute(run)}" specID="${escapeAttribute(workflow)}"`;
  const parts = marking.flatMap((net) => [
    ...net.conditions.map((condition) => writeCondition(net, condition)),
    ...net.tasks.map(writeTask),
  ]);
  return parts.length === 0 ? `<caseState ${head}/>` : `<caseState ${head}>${parts.join('')}</caseState>`;
}

function writeCondition(
  { case_id: owner }: MarkedNet,
  { id, tokens, next }: MarkedNet['conditions'][number],
): string {
  const identifiers = identifiersOf(Array.from({ length: tokens }, () => owner));
  const flows = next.map((task) => `<nextElementRef id="${escapeAttribute(task)}"/>`).join('');
  return `<condition id="${escapeAttribute(id)}">${identifiers}<flowsInto>${flows}</flowsInto></condition>`;
}

/** Of completed instances only the number is known. */
function writeTask({ id, instances, complete }: MarkedNet['tasks'][number]): string {
  const within = (name: string, those: typeof instances): string =>
    `<${name}>${identifiersOf(those.map(({ case_id: owner }) => owner))}</${name}>`;
  const parts = [
    within('mi_active', instances),
    ...(['entered', 'executing'] as const).map((state) =>
      within(
        `mi_${state}`,
        instances.filter((each) => each.state === state),
      ),
    ),
    `<mi_complete count="${complete}"/>`,
  ];
  return `<task id="${escapeAttribute(id)}">${parts.join('')}</task>`;
}

const identifiersOf = (ids: readonly string[]): string =>
  ids.map((id) => `<identifier>${escapeText(id)}</identifier>`).join('');
