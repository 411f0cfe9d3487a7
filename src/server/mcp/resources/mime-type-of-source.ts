/** What kind of text a document is, by its file. */
export const mimeTypeOfSource = (path: string): string =>
  /\.json$/i.test(path)
    ? 'application/json'
    : /\.(?:yawl|xml)$/i.test(path)
      ? 'application/xml'
      : 'text/yaml';
