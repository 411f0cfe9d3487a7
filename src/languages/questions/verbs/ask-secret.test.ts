import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type AskScratch, openAskScratch } from '../../../../test/questions/open-ask-scratch.ts';
import { createRegistry } from '../../../operations/contract/create-registry.ts';
import { registry } from '../../../operations/registry.ts';

const opened: AskScratch[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

function scratch(files?: Readonly<Record<string, string>>): AskScratch {
  const made = openAskScratch(files);
  opened.push(made);
  return made;
}

const secret = 'hunter2-correct-horse';

test('[Q10.2] a typed secret is not shown, is saved on the server, and only its name is an answer', async () => {
  const { walk, stored, sessions, folder } = scratch();
  const { shown, out, err, code } = await walk(['log-in'], ['ann', ' ', secret, '<', '', ':quit']);
  expect(code).toBe(4);
  expect(shown).toContain('  Accepted: $API_TOKEN (no value)\n');
  expect(shown).toContain('  ✗ It has no value yet.\n');
  expect(shown).toContain('  Saved as API_TOKEN. Only the name is an answer.\n');
  // Back at the question, Enter takes the name.
  expect(shown).toContain(
    '  Accepted: $API_TOKEN (saved)\n  [$API_TOKEN] a name, or the value of API_TOKEN; typing is not shown > \n',
  );
  expect(stored()).toHaveLength(1);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const holding = files.filter((file) => readFileSync(join(file.parentPath, file.name)).includes(secret));
  expect({ files: files.length > 4, holding, told: `${shown}${out}${err}`.includes(secret) }).toEqual({
    files: true,
    holding: [],
    told: false,
  });
  expect(existsSync(join(sessions, '..', 'secrets.json'))).toBe(true);
});

test('[Q10.2] a saved secret is replaced only after a yes, and a paste of several lines is dropped', async () => {
  const { walk } = scratch();
  const typed = [
    'ann',
    'first-secret',
    '<',
    'second-secret',
    'no',
    'second-secret',
    'yes',
    '<',
    'line-1\nline-2',
    '$OTHER',
    '',
  ];
  const { shown } = await walk(['log-in'], [...typed, ':quit']);
  expect(shown.match(/Replace the saved value of API_TOKEN/g)).toHaveLength(2);
  expect(shown.match(/Saved as API_TOKEN/g)).toHaveLength(2);
  expect(shown).toContain('  You pasted several lines. Nothing is saved: paste the secret as one line.\n');
  expect(shown).toContain('  ✗ Use the name $API_TOKEN. If this is the value, put a space before it.\n');
  expect(shown).not.toMatch(/(?:first|second)-secret|line-|OTHER/);
});

test('[Q10.2] a secret can begin like a name or a command', async () => {
  const { walk, folder } = scratch();
  const save = async (...typed: readonly string[]) => {
    const { shown } = await walk(['log-in', '--new'], ['ann', ...typed, 'yes', ':quit']);
    expect(shown).toContain('Saved as API_TOKEN.');
    expect(shown).not.toContain('ecret');
    return JSON.parse(readFileSync(join(folder, 'data', 'secrets.json'), 'utf8'));
  };
  const saved = [await save('$ecret-1!'), await save('$ecret', ' $ecret'), await save(' :quit')];
  expect(new Set(saved.map((each) => JSON.stringify(each))).size).toBe(3);
  const { shown } = await walk(['log-in', '--new'], ['ann', ' $API_TOKEN', ':quit']);
  expect(shown).not.toContain('Saved as API_TOKEN.');
  expect(shown).toContain('Question 3');
});

test('[Q10.2] a value that comes from elsewhere, or is not listed, is not typed in', async () => {
  const { walk } = scratch();
  const environment = { API_TOKEN: secret };
  const set = await walk(['log-in', '--new'], ['ann', 'other-value', '', ':quit'], { environment });
  expect(set.shown).toContain(
    '  Accepted: $API_TOKEN (set from the environment)\n  [$API_TOKEN] a name; typing',
  );
  expect(set.shown).toContain(
    '  ✗ The value is not saved: that of API_TOKEN comes from elsewhere. The\n    operator changes it there.\n',
  );
  expect(set.shown).toContain('Question 3, the last one');
  const unlisted = scratch({ 'data/connectors.yaml': '' });
  const { shown } = await unlisted.walk(['log-in'], ['ann', secret, '$API_TOKEN', ':quit']);
  expect(shown).toContain('  Accepted: $API_TOKEN (not listed for your tenant)\n');
  expect(shown).toContain(
    '  ✗ The value is not saved: the operator must list API_TOKEN under “secrets” in\n    connectors.yaml.\n',
  );
  expect(shown).toContain('Question 3, the last one');
  expect(`${set.shown}${shown}`).not.toMatch(/hunter2|other-value/);
});

test('[Q10.2] if the server does not say whether a secret is set, its name is accepted, and a value is not kept', async () => {
  const { walk, stored, sessions } = scratch();
  const names = registry.names.filter((name) => !name.startsWith('secrets.'));
  const without = createRegistry(names.map((name) => registry.get(name)));
  const { shown } = await walk(['log-in'], ['ann', secret, '', ':quit'], { registry: without });
  expect(shown).toContain('  Accepted: $API_TOKEN\n  [$API_TOKEN] a name, or the value of API_TOKEN; typing');
  expect(shown).toContain('Question 3, the last one');
  expect(shown).not.toContain(secret);
  expect(readFileSync(join(sessions, stored()[0] ?? ''), 'utf8')).not.toContain(secret);
});
