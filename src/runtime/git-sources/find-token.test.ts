import { expect, test } from 'vitest';
import { findToken, sharedVariables } from './find-token.ts';
import { gitEnvironment, repositorySecrets } from './git-environment.ts';
import { parseRepository, type Repository } from './parse-repository.ts';

const env = {
  GITHUB_TOKEN: 'of-github',
  GITLAB_TOKEN: 'of-gitlab',
  BITBUCKET_TOKEN: 'of-bitbucket',
  GIT_GIT_EXAMPLE_COM_TOKEN: 'of-example',
};

function at(address: string): Repository {
  const parsed = parseRepository(address);
  if (parsed.kind === 'problem') throw new Error(parsed.message);
  return parsed.repository;
}

test.each([
  ['https://github.com/a/b', 'x-access-token', 'of-github'],
  ['https://gitlab.com/a/b', 'oauth2', 'of-gitlab'],
  ['https://bitbucket.org/a/b', 'x-token-auth', 'of-bitbucket'],
  ['https://git.example.com:8443/a/b', 'oauth2', 'of-example'],
])('[U2.2] %s receives its token', (address, user, token) => {
  expect(findToken(at(address), env)).toEqual({ user, token });
});

test.each([
  'https://github.com.evil.example/a',
  'https://evil-github.com/a',
  'https://gist.github.com/a',
  'https://www.github.com/a',
  'https://github.com./a',
  'https://evil.example/github.com',
  'https://gitlab.com.evil.example/a',
  'https://git.example.com.evil.example/a',
  'https://git.example.co/a',
  'git@github.com:a/b',
])('[U2.2] %s receives no token of another host', (address) => {
  const repository = at(address);
  expect(findToken(repository, env)).toBeUndefined();
  expect(repositorySecrets(repository, env)).toEqual([]);
  const environment = gitEnvironment(repository, { env, home: '/nowhere', authorities: '' });
  expect(JSON.stringify(environment)).not.toMatch(/of-(?:git|bit|example)|Authorization/);
});

test('[U2.2] the token is bound to the origin of the address, and git receives nothing of this machine', () => {
  const repository = at('https://git.example.com:8443/a/b');
  const environmentOptions = {
    ...env,
    PATH: '/bin',
    HOME: '/home/ann',
    GIT_DIR: '/x',
    GIT_SSL_NO_VERIFY: '1',
    GIT_SSH: 'x',
  };
  const environment = gitEnvironment(repository, {
    env: environmentOptions,
    home: '/nowhere',
    authorities: '/ca.pem',
  });
  const keys = Object.keys(environment).filter((name) => name.startsWith('GIT_CONFIG_KEY_'));
  expect(environment['GIT_CONFIG_COUNT']).toBe(String(keys.length));
  const configuration = Object.fromEntries(
    keys.map((name) => [environment[name], environment[name.replace('KEY', 'VALUE')]]),
  );
  const basic = Buffer.from('oauth2:of-example').toString('base64');
  expect(configuration).toMatchObject({
    'http.https://git.example.com:8443/.extraHeader': `Authorization: Basic ${basic}`,
    'protocol.allow': 'never',
    'protocol.https.allow': 'always',
    'core.hooksPath': '/dev/null',
    'http.followRedirects': 'false',
  });
  expect(configuration).not.toHaveProperty('protocol.file.allow');
  expect(environment).toMatchObject({
    PATH: '/bin',
    HOME: '/nowhere',
    GIT_SSL_CAINFO: '/ca.pem',
    GIT_TERMINAL_PROMPT: '0',
  });
  for (const name of ['GIT_DIR', 'GIT_SSL_NO_VERIFY', 'GIT_SSH', 'GITHUB_TOKEN'])
    expect(environment).not.toHaveProperty(name);
  expect(repositorySecrets(repository, env)).toEqual(['of-example', basic]);
});

test('[U2.2] ssh never prompts, and shares no connection that would outlive it', () => {
  const environment = gitEnvironment(at('git@github.com:a/b'), { env, home: '/nowhere', authorities: '' });
  for (const option of ['BatchMode=yes', 'ControlMaster=no', 'ControlPath=none']) {
    expect(environment['GIT_SSH_COMMAND']).toContain(` -o${option}`);
  }
});

test('[U2.2] a variable that applies to two hosts is reported', () => {
  const hosts = ['https://git.example.com/a', 'https://git-example.com/a', 'https://git-example.com/b'].map(
    at,
  );
  expect([...sharedVariables(hosts, env)]).toEqual([
    ['GIT_GIT_EXAMPLE_COM_TOKEN', ['git.example.com', 'git-example.com']],
  ]);
  expect([...sharedVariables(hosts, {})]).toEqual([]);
  expect([...sharedVariables(hosts.slice(1), env)]).toEqual([]);
});
