import { expect, test } from 'vitest';
import { findLeaks, plant } from './planted.ts';

test('[W10.3] a planted secret is found in every encoding, and nothing is found without one', () => {
  const planted = plant('word');
  const { value } = planted;
  const forms = [
    value,
    JSON.stringify({ value }),
    JSON.stringify({ inner: JSON.stringify({ value }) }),
    `https://example.org/?a=${encodeURIComponent(value)}`,
    new URLSearchParams({ value }).toString(),
    Buffer.from(`ann:${value}`).toString('base64'),
    Buffer.from(`a:${value}!`).toString('base64url'),
    Buffer.from(`bob::${value}!!`).toString('base64'),
    Buffer.from(value).toString('hex'),
  ];
  for (const form of forms) expect(findLeaks([planted], [['here', `before ${form} behind`]])).not.toEqual([]);
  const others = forms.map((form) => ['here', form] as const);
  expect(findLeaks([plant('another')], others)).toEqual([]);
});
