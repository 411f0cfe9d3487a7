/** Files that are imported as texts. `scripts/bundle-texts.js` lists their endings. */
declare module '*.md' {
  export const text: string;
}

declare module '*.yaml' {
  export const text: string;
}

declare module '*.yawl' {
  export const text: string;
}
