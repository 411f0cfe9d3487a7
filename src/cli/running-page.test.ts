/** The commands of docs/running.md, run in order, print what the page shows, except ids, times and the machine. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { openScratch } from '../../test/cli/open-scratch.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}docs/running.md`, 'utf8');

const blocks = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block);

const commands = blocks('console').flatMap((block) =>
  [...block.matchAll(/^\$ signalbox (.*)\n((?:(?!\$ ).*\n)*)/gm)].map(([, words = '', printed = '']) => ({
    words,
    printed,
  })),
);

/** Normalizes what differs between runs, machines and versions. */
function withoutChance(text: string): string {
  return text
    .replaceAll(/run_[0-9a-z]{26}/g, 'RUN')
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, 'MOMENT')
    .replaceAll(/ *\+?\d+(?:\.\d+)? (?:ms|s|min|MiB|KiB)(?: ago)?\b */g, ' AMOUNT ')
    .replaceAll(/(\S) {2,}/g, '$1  ')
    .replaceAll(/edition \d+|v\d+\.\d+\.\d+/g, 'VERSION')
    .replaceAll(/\/\S*\/(?=\.signalbox|data\b)(?:\.signalbox|data)/g, 'DATA');
}

const scratch = openScratch();
afterAll(() => scratch.close());

/** Types the answers that the page shows after the prompts. */
async function play(words: string, printed: string): Promise<string> {
  const typed = [...printed.matchAll(/^( {2}\w+ \([^\n]*\): )(.*)$/gm)].map(([, prompt, answer]) => ({
    prompt,
    answer,
  }));
  let shown = '';
  const write = (text: string) => {
    shown += text;
  };
  await scratch.run(words.split(' '), {
    folder: root,
    environment: {
      SIGNALBOX_DATA: `${scratch.folder}/data`,
      SIGNALBOX_WORKFLOWS: `${scratch.folder}/data/workflows`,
    },
    out: write,
    err: write,
    terminal: {
      write,
      canRedraw: false,
      isInteractive: typed.length > 0,
      colour: false,
      size: () => ({ columns: 80, rows: 24 }),
      ask: async (prompt) => {
        const next = typed.shift();
        shown += `${prompt}${next?.answer ?? ''}\n`;
        return next?.prompt === prompt ? next.answer : undefined;
      },
      openReader: () => {
        throw new Error('Nothing on the page asks for several lines.');
      },
      onInterrupt: () => () => {},
      every: () => () => {},
    },
  });
  return shown;
}

describe('docs/running.md', () => {
  test('[A8] shows the verbs that users need first, and the example file', () => {
    expect([...new Set(commands.map(({ words }) => words.split(' ')[0]))]).toEqual([
      'run',
      'items',
      'answer',
      'runs',
      'show',
      'replay',
      'fork',
      'cancel',
      'purge',
      'doctor',
    ]);
    expect(blocks('yaml')).toEqual([readFileSync(`${root}examples/hello/hello.yaml`, 'utf8')]);
  });

  // In order, because each depends on the previous ones.
  test('[A8][T7][T8][T9] its commands, run in order, print what is shown', {
    timeout: 60_000,
  }, async () => {
    for (const { words, printed } of commands) {
      const shown = await play(words, printed);
      expect(withoutChance(`$ ${words}\n${shown}`)).toBe(withoutChance(`$ ${words}\n${printed}`));
    }
  });
});

test.each(['examples/hello'])(
  '[A8][T3][T6] %s is valid, and its test cases pass and cover every path',
  async (path) => {
    const valid = await scratch.run(['validate', path], { folder: root });
    expect(valid.out).toContain('1 file, 1 valid, 0 errors');
    const { code, out } = await scratch.run(['test', path, '--json'], { folder: root });
    const { passed, files } = JSON.parse(out);
    expect({ code, passed }).toEqual({ code: 0, passed: 2 });
    expect(files.flatMap(({ untaken }: { untaken: readonly string[] }) => untaken)).toEqual([]);
  },
);
