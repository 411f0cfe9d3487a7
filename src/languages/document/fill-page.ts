/** Fills a page of documentation in: `<!-- keys of a node -->` stands for what a declaration contains. */
import { once } from './once.ts';

/** @param parts by name; each must stand on the page, and the page can have no others */
export const fillPage = (page: string, parts: Readonly<Record<string, () => string>>): (() => string) =>
  once(() => {
    const unused = new Set(Object.keys(parts));
    const filled = page.replaceAll(/<!-- ([a-z ]+) -->/g, (_, name: string) => {
      const part = parts[name];
      if (part === undefined) throw new Error(`The page has “${name}”, which nothing fills in.`);
      unused.delete(name);
      return part();
    });
    if (unused.size > 0) throw new Error(`The page lacks ${[...unused].join(', ')}.`);
    return filled;
  });
