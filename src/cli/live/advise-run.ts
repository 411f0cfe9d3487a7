/** Lists what a run waits for, and the commands that continue it. */
import { cleanText } from '../../drawing/index.ts';
import type { ExpectedField, ItemView, RunView } from '../../operations/index.ts';
import { presentItem, takesNothing } from '../../operations/offline.ts';
import { oneLine } from '../print/clean-lines.ts';
import { describeWait } from '../print/describe-status.ts';
import { jsonText } from '../print/print-json.ts';
import { findRecovery, type Recovery } from '../session/find-recovery.ts';
import type { Session } from '../session/session.ts';
import { hasEnded, openItems } from './run-status.ts';

/** Items with advice on how to answer them; `signalbox items` lists the others. */
const maxAdvised = 5;

export async function adviseRun(session: Session, view: RunView): Promise<readonly string[]> {
  const { run, status, state } = view;
  const type = (command: string) => `→ signalbox ${command}${session.sessionFlags}`;
  if (status === 'failed') return [`→ ${retryCommand(session, run, await findRecovery(session, view))}`];
  if (hasEnded(view)) return [];
  const waits = await Promise.all(
    view.waitingFor.map(async (wait, at) => {
      const asked =
        wait.kind === 'item' && wait.personMayAnswer && at < maxAdvised
          ? await session.call('items.get', { item: wait.item })
          : null;
      return [
        ...describeWait(wait),
        ...(asked === null ? [] : adviseItem(session, asked).map((line) => `  ${line}`)),
      ];
    }),
  );
  const isForkWaiting = openItems(view).some(({ reason }) => reason === 'approval');
  const isSuspended = state === 'suspended' && !isForkWaiting;
  const isProgressing =
    state !== 'suspended' && view.waitingFor.some(({ kind }) => kind === 'call' || kind === 'timer');
  return [
    ...waits.flat(),
    ...(isSuspended ? [type(`resume ${run}`)] : []),
    ...(isProgressing ? [type(`show ${run} --follow`)] : []),
  ];
}

/** The command that retries a failed run, or forks it. */
export function retryCommand(
  { sessionFlags }: Pick<Session, 'sessionFlags'>,
  run: string,
  recovery: Recovery,
): string {
  const command = recovery.kind === 'reopen' ? `reopen ${run}` : `fork ${run} --at ${recovery.at ?? 'N'}`;
  return `signalbox ${command}${sessionFlags}`;
}

/** What the answer consists of, and the commands that send it. */
export function adviseItem(
  { sessionFlags }: Pick<Session, 'sessionFlags'>,
  item: ItemView,
): readonly string[] {
  const { reason, expects } = item;
  // A language may have a verb that leads through its items.
  const { command: ofLanguage } = presentItem(item) ?? {};
  const led = ofLanguage === undefined ? [] : [`→ signalbox ${ofLanguage}${sessionFlags}`];
  const type = (command: string) => `→ signalbox answer ${item.item}${command}${sessionFlags}`;
  switch (reason) {
    case 'approval':
      return ['a person must approve it at a terminal', type(' approved=true')];
    case 'doubt':
      return [
        type(' retry'),
        type(' failed message=…'),
        type(' succeeded output=…'),
        'output is the result of the call as JSON; null if it returned nothing',
      ];
    case 'work': {
      const fields = expects.map(({ name }) => ` ${cleanText(name)}=…`);
      const person = item.mayAnswer ? [] : ['a person must answer it at a terminal'];
      const whole = takesNothing(item) ? ` --value '{}'` : ' --value JSON';
      const command = fields.length === 0 ? whole : fields.join('');
      return [...led, ...expects.map(describeField), ...person, type(command)];
    }
  }
}

/** `guests (int, default: 2)`. */
export function describeField({
  name,
  type,
  required,
  description,
  default: defaultValue,
}: ExpectedField): string {
  const defaultText =
    defaultValue !== undefined ? `, default: ${jsonText(defaultValue, 0)}` : required ? '' : ', optional';
  const meaning = description === undefined || description === '' ? '' : ` – ${description}`;
  return oneLine(`${name} (${type}${defaultText})${meaning}`);
}
