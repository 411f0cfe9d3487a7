/** What a run waits for, and what can be typed about it. */
import { cleanText } from '../drawing/index.ts';
import type { ExpectedField, ItemView, RunView } from '../operations/index.ts';
import { takesNothing } from '../operations/offline.ts';
import { oneLine } from './clean-lines.ts';
import { describeWait } from './describe-stand.ts';
import { findWayBack, type WayBack } from './find-way-back.ts';
import { hasEnded, openItems } from './live/run-stand.ts';
import { jsonText } from './print-json.ts';
import type { Session } from './session.ts';

/** Of so many questions it is told how to answer them; the others are in the list of items. */
const most = 5;

export async function adviseRun(session: Session, view: RunView): Promise<readonly string[]> {
  const { run, status, state } = view;
  const type = (words: string) => `→ signalbox ${words}${session.again}`;
  if (status === 'failed') return [`→ ${retryCommand(session, run, await findWayBack(session, view))}`];
  if (hasEnded(view)) return [];
  const waits = await Promise.all(
    view.waitingFor.map(async (wait, at) => {
      const asked =
        wait.kind === 'item' && wait.personMayAnswer && at < most
          ? await session.call('items.get', { item: wait.item })
          : null;
      return [
        ...describeWait(wait),
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

/** Lets a failed run, or a fork of it, try again. */
export function retryCommand({ again }: Pick<Session, 'again'>, run: string, way: WayBack): string {
  const words = way.kind === 'reopen' ? `reopen ${run}` : `fork ${run} --at ${way.at ?? 'N'}`;
  return `signalbox ${words}${again}`;
}

/** What the answer consists of, and lines that give it. */
export function adviseItem({ again }: Pick<Session, 'again'>, item: ItemView): readonly string[] {
  const { reason, expects, guide } = item;
  // A person is led: what they write is checked, and the next step follows at once.
  const walk = guide === undefined ? [] : [`→ signalbox guide --run ${item.run}${again}`];
  const type = (words: string) => `→ signalbox answer ${item.item}${words}${again}`;
  switch (reason) {
    case 'approval':
      return ['a person has to approve it, at a terminal', type(' approved=true')];
    case 'doubt':
      return [
        type(' retry'),
        type(' failed message=…'),
        type(' succeeded output=…'),
        'output is what the call gave, as JSON: null where it gave nothing',
      ];
    case 'work': {
      const fields = expects.map(({ name }) => ` ${cleanText(name)}=…`);
      const person = item.mayAnswer ? [] : ['a person has to answer it, at a terminal'];
      const whole = takesNothing(item) ? ` --value '{}'` : ' --value JSON';
      const words = fields.length === 0 ? whole : fields.join('');
      return [...walk, ...expects.map(describeField), ...person, type(words)];
    }
  }
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
  return oneLine(`${name} (${type}${absence})${meaning}`);
}
