import { expect, test } from 'vitest';
import { shownAddress } from './shown-address.ts';

test('[C5.1] an address is shown without what may be secret', () => {
  const cases = [
    ['https://api.example.com/v1/a.json?key=secret#part', 'https://api.example.com/v1/a.json'],
    ['https://ann:secret@api.example.com/a', 'https://api.example.com/a'],
    ['HTTP://EXAMPLE.com:8080', 'http://example.com:8080/'],
    ['ftp://ann:secret@example.com/a?key=secret', 'ftp://example.com/a'],
    ['https://ann:secret@exa mple.com/a?key=secret', 'https://exa mple.com/a'],
    ['specs/pets.json', 'specs/pets.json'],
  ] as const;
  for (const [address, shown] of cases) expect(shownAddress(address)).toBe(shown);
});
