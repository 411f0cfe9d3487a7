/** Colours of the output: only if they are wanted, and never the only carrier of information. */
export interface Styles {
  readonly strong: (text: string) => string;
  readonly quiet: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warning: (text: string) => string;
}

export function createStyles(colour: boolean): Styles {
  const styled = (code: string) => (text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  return {
    strong: styled('1'),
    quiet: styled('2'),
    good: styled('32'),
    bad: styled('1;31'),
    warning: styled('33'),
  };
}
