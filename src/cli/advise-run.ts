/** What a run waits for, and what can be typed about it. */
import { cleanText } from '../drawing/index.ts';
import type { ExpectedField, ItemView, RunView } from '../operations/index.ts';
import { describeWait } from './describe-stand.ts';
import { hasEnded, openItems } from './live/run-stand.ts';
import { jsonText } from './print-json.ts';
import type { Session } from './session.ts';

/** Of so many questions it is told how to answer them; the others are in the list of items. */
const most = 5;

export async function adviseRun(session: Session, view: RunView): Promise<readonly string[]> {
  const { run, status, state } = view;
  const type = (words: string) => `→ signalbox ${words}${session.again}`;
  if (status === 'failed') return [type(`show ${run}`), type(`reopen ${run}`)];
  if (hasEnded(view)) return [];
  const waits = await Promise.all(
    view.waitingFor.map(async (wait, at) => {
      const asked =
        wait.kind === 'item' && at < most ? await session.call('items.get', { item: wait.item }) : null;
      return [
        describeWait(wait),
        ...(asked === null ? [] : adviseItem(session, asked).map((line) => `  ${line}`)),
      ];
    }),
  );
  const isForkWaiting = openItems(view).some(({ reason }) => reason === 'approval');
  const isHeldUp = state === 'suspended' && !isForkWaiting;
  const goesByItself =
    state !== 'suspended' && view.waitingFor.some(({ kind }) => kind === 'call' || kind === 'timer');
  return [
    ...waits.flat(),
    ...(isHeldUp ? [type(`resume ${run}`)] : []),
    ...(goesByItself ? [type(`show ${run} --follow`)] : []),
  ];
}

/** The fields of an answer, and a line that gives them. */
export function adviseItem({ again }: Pick<Session, 'again'>, item: ItemView): readonly string[] {
  const { reason, expects } = item;
  const words =
    reason === 'approval'
      ? ''
      : reason === 'doubt'
        ? ` --value '{"verdict": "retry"}'`
        : expects.length === 0
          ? ' --value JSON'
          : expects.map(({ name }) => ` ${cleanText(name)}=…`).join('');
  return [...expects.map(describeField), `→ signalbox answer ${item.item}${words}${again}`];
}

/** `guests (int, 2 where nothing is said)`. */
export function describeField({ name, type, required, description, default: usual }: ExpectedField): string {
  const absence =
    usual !== undefined
      ? `, ${jsonText(usual, 0)} where nothing is said`
      : required
        ? ''
        : ', may be left out';
  const meaning = description === undefined || description === '' ? '' : ` – ${description}`;
  return cleanText(`${name} (${type}${absence})${meaning}`);
}
