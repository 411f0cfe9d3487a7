/** The media type of a document, by its file name. */
export const mimeTypeOfSource = (path: string): string =>
  /\.json$/i.test(path)
    ? 'application/json'
    : /\.(?:yawl|xml)$/i.test(path)
      ? 'application/xml'
      : 'text/yaml';
