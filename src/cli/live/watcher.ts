/** Shows the progress of a run: redraws its tasks if the terminal allows it, otherwise prints a line per event. */
import { cleanText } from '../../drawing/index.ts';
import type { HistoryEntry, RunView } from '../../operations/index.ts';
import type { Host } from '../host/host.ts';
import { durationText } from '../print/duration-text.ts';
import type { Session } from '../session/session.ts';
import { drawBoard } from './draw-board.ts';
import { createRepainter } from './repainter.ts';
import { createTaskBoard } from './task-board.ts';

export interface Watcher {
  readonly update: (view: RunView, entries: readonly HistoryEntry[]) => void;
  /** Makes room for other output; the tasks are redrawn at the next event. */
  readonly hide: () => void;
  /** Leaves the output in place. */
  readonly close: () => void;
}

export function createWatcher(session: Session, host: Host, isQuiet: boolean): Watcher {
  if (host.terminal.canRedraw) return createBoardWatcher(session, host);
  return isQuiet ? { update: () => {}, hide: () => {}, close: () => {} } : createLineWatcher(host);
}

function createBoardWatcher(session: Session, { terminal }: Host): Watcher {
  const board = createTaskBoard();
  const repainter = createRepainter(terminal);
  let latest: RunView | undefined;
  const draw = () => {
    if (latest === undefined) return;
    const { columns, rows } = terminal.size();
    const time = latest.endedAt === null ? Date.now() : Date.parse(latest.endedAt);
    repainter.paint(
      drawBoard({
        title: titleOf(latest, time),
        rows: board.rows,
        now: time,
        columns,
        lines: Math.max(2, rows - 2),
        colour: terminal.colour,
      }),
    );
  };
  const stop = terminal.every(250, draw);
  // A line written in between would be overwritten as part of the tasks.
  const unsubscribe = session.onNotice((line) => {
    repainter.clear();
    terminal.write(`${line}\n`);
    draw();
  });
  return {
    update: (view, entries) => {
      latest = view;
      board.add(entries.flatMap(({ moments }) => moments));
      draw();
    },
    hide: () => {
      latest = undefined;
      repainter.clear();
    },
    close: () => {
      stop();
      unsubscribe();
      repainter.keep();
    },
  };
}

function titleOf({ workflow, run, state, createdAt, progress }: RunView, time: number): string {
  const elapsed = durationText(time - Date.parse(createdAt));
  return `${workflow}  ${state}  ${Math.floor(progress * 100)} %  ${elapsed}  ${run}`;
}

function createLineWatcher({ terminal }: Host): Watcher {
  return {
    update: (_view, entries) => {
      for (const line of entries.flatMap(({ lines }) => lines)) terminal.write(`  ${alignTime(line)}\n`);
    },
    hide: () => {},
    close: () => {},
  };
}

/** Aligns the times although every line is printed alone. */
export function alignTime(line: string): string {
  const [, time, rest] = /^\s*(\+.*?) {2}(.*)$/s.exec(line) ?? [];
  return cleanText(time === undefined ? line : `${time.padStart(9)}  ${rest}`);
}
