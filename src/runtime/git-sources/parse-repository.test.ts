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

test('[U2.2] the default branch applies if an address names none', () => {
  const branches = ['https://h.example/a', 'https://h.example/a#own'].map((each) =>
    parseRepository(each, 'usual'),
  );
  expect(branches).toMatchObject([{ repository: { branch: 'usual' } }, { repository: { branch: 'own' } }]);
});

test.each([
  ['https://ann:planted@github.com/a/b', 'holds credentials; leave them out and set GIT_GITHUB_COM_TOKEN'],
  [
    'https://planted@git.my-corp.example/a',
    'holds credentials; leave them out and set GIT_GIT_MY_CORP_EXAMPLE_TOKEN',
  ],
  ['ssh://ann:planted@github.com/a/b', 'holds a password; leave it out, ssh uses its keys'],
  ['ann:planted@github.com:a/b', 'holds a password; leave it out, ssh uses its keys'],
  ['http://planted.example/a', 'is not encrypted: write “https://”'],
  ['file:///planted', 'is not reachable over https or ssh'],
  ['/planted', 'is not reachable over https or ssh'],
  ['./planted', 'is not reachable over https or ssh'],
  ['git://planted.example/a', 'is not reachable over https or ssh'],
  ['ext::sh -c planted', 'is not an address such as'],
  ['ext::planted', 'is not reachable over https or ssh'],
  ['--upload-pack=planted', 'starts with “-”'],
  ['ssh://-oProxyCommand=planted/a', 'is not an address such as'],
  ['-oProxyCommand=planted:a', 'starts with “-”'],
  ['git@-oProxyCommand=planted:a', 'is not an address such as'],
  ['git@planted.example:-a', 'is not an address such as'],
  ['https://github.com\\@planted.example/a', 'is not an address such as'],
  ['https://github.com/a b/planted', 'is not an address such as'],
  ['https://github.com/', 'is not an address such as'],
  ['https://github.com/a?planted', 'is not an address such as'],
  ['https://github.com/a#--planted', 'names an invalid branch'],
  ['https://github.com/a#a..planted', 'names an invalid branch'],
  ['https://github.com/a#b#planted', 'names an invalid branch'],
  ['', 'is not an address such as'],
])('[U2.2] “%s” is refused, and is not quoted', (written, message) => {
  const parsed = parseRepository(written);
  expect(parsed).toMatchObject({ kind: 'problem', message: expect.stringContaining(message) });
  expect(JSON.stringify(parsed)).not.toContain('planted');
});
