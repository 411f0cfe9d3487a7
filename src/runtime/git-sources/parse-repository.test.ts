import { expect, test } from 'vitest';
import { nameOfRepository, parseRepository } from './parse-repository.ts';

test.each([
  ['https://GitHub.com/team/guides', 'https://github.com/team/guides', 'github.com', 'guides', ''],
  [
    'https://git.example.com:8443/a/b.git#next',
    'https://git.example.com:8443/a/b.git',
    'git.example.com',
    'b',
    'next',
  ],
  ['git@github.com:team/guides.git', 'ssh://git@github.com/team/guides.git', 'github.com', 'guides', ''],
  [
    'ssh://ann@git.example.com:2222/a/b#v1.0',
    'ssh://ann@git.example.com:2222/a/b',
    'git.example.com',
    'b',
    'v1.0',
  ],
  [
    'https://github.com.evil.example/a/b',
    'https://github.com.evil.example/a/b',
    'github.com.evil.example',
    'b',
    '',
  ],
])('[U2.2] %s is a repository', (written, address, host, label, branch) => {
  const parsed = parseRepository(written);
  expect(parsed).toMatchObject({ kind: 'repository', repository: { address, host, label, branch } });
  if (parsed.kind === 'repository') {
    expect(nameOfRepository(parsed.repository)).toBe(branch === '' ? address : `${address}#${branch}`);
  }
});

test('[U2.2] a branch that all share counts where an address names none', () => {
  const branches = ['https://h.example/a', 'https://h.example/a#own'].map((each) =>
    parseRepository(each, 'usual'),
  );
  expect(branches).toMatchObject([{ repository: { branch: 'usual' } }, { repository: { branch: 'own' } }]);
});

test.each([
  ['https://ann:planted@github.com/a/b', 'holds credentials: leave them out, and set GIT_GITHUB_COM_TOKEN'],
  [
    'https://planted@git.my-corp.example/a',
    'holds credentials: leave them out, and set GIT_GIT_MY_CORP_EXAMPLE_TOKEN',
  ],
  ['ssh://ann:planted@github.com/a/b', 'holds a password: the keys of ssh are used, leave it out'],
  ['ann:planted@github.com:a/b', 'holds a password: the keys of ssh are used, leave it out'],
  ['http://planted.example/a', 'is not encrypted: write “https://”'],
  ['file:///planted', 'is no repository that can be reached: only https and ssh are'],
  ['/planted', 'is no repository that can be reached'],
  ['./planted', 'is no repository that can be reached'],
  ['git://planted.example/a', 'is no repository that can be reached'],
  ['ext::sh -c planted', 'is no address such as'],
  ['ext::planted', 'is no repository that can be reached'],
  ['--upload-pack=planted', 'begins with “-”'],
  ['ssh://-oProxyCommand=planted/a', 'is no address such as'],
  ['-oProxyCommand=planted:a', 'begins with “-”'],
  ['git@-oProxyCommand=planted:a', 'is no address such as'],
  ['git@planted.example:-a', 'is no address such as'],
  ['https://github.com\\@planted.example/a', 'is no address such as'],
  ['https://github.com/a b/planted', 'is no address such as'],
  ['https://github.com/', 'is no address such as'],
  ['https://github.com/a?planted', 'is no address such as'],
  ['https://github.com/a#--planted', 'names a branch that cannot be one'],
  ['https://github.com/a#a..planted', 'names a branch that cannot be one'],
  ['https://github.com/a#b#planted', 'names a branch that cannot be one'],
  ['', 'is no address such as'],
])('[U2.2] “%s” is refused, and is not repeated', (written, message) => {
  const parsed = parseRepository(written);
  expect(parsed).toMatchObject({ kind: 'problem', message: expect.stringContaining(message) });
  expect(JSON.stringify(parsed)).not.toContain('planted');
});
