import { expect, test } from 'vitest';
import { formatIgnoredSettings } from './format-ignored-settings.ts';

const owner = { pid: 7, places: { workflows: ['/a', '/b'], connectors: '/c.yaml', services: '/s.yaml' } };

test.each([
  ['the same', ['/a', '/b'], '/c.yaml', ''],
  [
    'another order, of which the first is written to',
    ['/b', '/a'],
    '/c.yaml',
    'its --workflows /a, /b, not /b, /a.',
  ],
  ['other connectors', ['/a', '/b'], '/d.yaml', 'its --connectors /c.yaml, not /d.yaml.'],
  ['both', ['/x'], '/d.yaml', 'its --workflows /a, /b, not /x; its --connectors /c.yaml, not /d.yaml.'],
] as const)(
  '[T10] a process that attaches to an owner with %s is warned',
  (_, workflows, connectors, told) => {
    const text = formatIgnoredSettings(owner, { workflows, connectors, services: '/s.yaml' }, [
      'workflows',
      'connectors',
      'services',
    ]);
    expect(text).toEqual(told === '' ? '' : expect.stringContaining(told));
  },
);

test('[T10] settings that were not named cause no warning, nor does an owner without the note', () => {
  const here = { workflows: ['/x'], connectors: '/d.yaml', services: '/t.yaml' };
  expect(formatIgnoredSettings(owner, here, [])).toBe('');
  expect(formatIgnoredSettings(owner, here, ['connectors'])).not.toContain('/x');
  expect(formatIgnoredSettings(owner, here, ['services'])).toContain('its --services /s.yaml, not /t.yaml.');
  expect(formatIgnoredSettings({ pid: 7 }, here, ['workflows', 'connectors'])).toBe('');
});
