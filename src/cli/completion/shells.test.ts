/** Completes command lines in real shells, with the real program. */
import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';
import { endPrograms, type RunningProgram, startProgram } from '../../../test/cli/start-program.ts';

const program = fileURLToPath(new URL('../../../bin/signalbox.js', import.meta.url));
const document = `workflows:
  say:
    description: "Says: it"
    graph: { say: { call: echo, args: { n: 1 } } }
`;
const has = (shell: string): boolean => spawnSync(shell, ['-c', 'exit']).status === 0;
const patience = 60_000;

let scratch: Scratch;
let server: RunningProgram;
beforeAll(async () => {
  scratch = openScratch({
    'workflows/say.yaml': document,
    'some files/a b.yaml': '',
    signalbox: `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`,
  });
  chmodSync(join(scratch.folder, 'signalbox'), 0o755);
  // Its owner answers, so that the data folder is not opened at each Tab.
  server = startProgram(scratch.folder, [
    'serve',
    '--port',
    '0',
    '--data',
    'data',
    '--workflows',
    'workflows',
  ]);
  await server.says('http://');
}, patience);
afterAll(async () => {
  await endPrograms([server.child]);
  scratch.close();
});

/** What a shell prints for the script. */
function play(shell: string, script: string, ...args: readonly string[]): string {
  const file = join(scratch.folder, `script.${shell}`);
  writeFileSync(file, script);
  const { stdout, stderr } = spawnSync(shell, [file, ...args], {
    cwd: scratch.folder,
    encoding: 'utf8',
    timeout: patience,
    env: {
      ...process.env,
      PATH: `${scratch.folder}${delimiter}${process.env['PATH']}`,
      SIGNALBOX_DATA: 'data',
      HOME: scratch.folder,
      TERM: 'vt100',
    },
  });
  return `${stdout}${stderr}`;
}

test.skipIf(!has('bash'))('[T12] bash completes (if it is installed)', { timeout: patience }, () => {
  const script = `source <(signalbox completion bash)
complete -p signalbox
try() {
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
  _signalbox
  printf '<%s>' "\${COMPREPLY[@]}"
  echo
}
try signalbox workf
try signalbox graph a.yaml --format sv
try signalbox graph a.yaml --format = sv
try signalbox graph a.yaml --format =
try signalbox item hold ''
try signalbox runs --workflow ''
try signalbox validate some
try signalbox runs --data = some
try signalbox nothing ''
`;
  expect(play('bash', script).split('\n')).toEqual([
    'complete -F _signalbox signalbox',
    '<workflows>',
    '<svg>',
    '<svg>',
    '<text><mermaid><svg><json>',
    '<last>',
    '<say>',
    '<some files>',
    '<some files>',
    '<>',
    '',
  ]);
});

test.skipIf(!has('zsh'))('[T12] zsh completes (if it is installed)', { timeout: patience }, () => {
  // A line editor needs a terminal: each line is typed there with a Tab, and Ctrl-X prints the line.
  const script = `zmodload zsh/zpty
zpty shell 'zsh -f -i'
zpty -w shell 'PS1=; bindkey -e; autoload -Uz compinit; compinit -u -D; source <(signalbox completion zsh); show() { print -r -- "GOT<$BUFFER>"; BUFFER= }; zle -N show; bindkey "^X" show; print READY""_NOW'
zpty -r shell out '*READY_NOW*'
for line in "$@"; do
  zpty -w -n shell "$line"$'\\t\\x18'
  zpty -r shell out '*GOT<*>*'
  print -r -- "\${out##*GOT}"
done
zpty -d shell
`;
  const out = play(
    'zsh',
    script,
    'signalbox workf',
    'signalbox graph a.yaml --format sv',
    'signalbox graph a.yaml --format=sv',
    'signalbox item hold l',
    'signalbox runs --workflow s',
    'signalbox validate some',
    'signalbox runs --data=some',
    'signalbox nothing x',
  );
  expect(out.split(/\r?\n/)).toEqual([
    '<signalbox workflows >',
    '<signalbox graph a.yaml --format svg >',
    '<signalbox graph a.yaml --format=svg >',
    '<signalbox item hold last >',
    '<signalbox runs --workflow say >',
    '<signalbox validate some\\ files/>',
    '<signalbox runs --data=some\\ files/>',
    '<signalbox nothing x>',
    '',
  ]);
});

test.skipIf(!has('fish'))('[T12] fish completes (if it is installed)', { timeout: patience }, () => {
  const script = `signalbox completion fish | source
for line in 'signalbox workf' 'signalbox graph a.yaml --format sv' 'signalbox graph a.yaml --format=sv' \\
    'signalbox item hold ' 'signalbox runs --workflow ' 'signalbox validate some' 'signalbox runs --data=some' \\
    'signalbox nothing '
    complete -C $line
    echo .
end
`;
  expect(play('fish', script).split('\n.\n')).toEqual([
    'workflows\tlists the workflows, by name',
    'svg',
    '--format=svg',
    'last\tof the newest run',
    'say\tSays: it',
    'some files/',
    '--data=some files/',
    '.\n',
  ]);
});
