/** Whether an author chose the name. Compilers mark what they add with characters that authors cannot use. */
export const isAuthored = (name: string): boolean => !/[/()]/.test(name);
