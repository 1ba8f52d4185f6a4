/** The file itself cannot be imported, or not further: the message is one line for the operator, with the line where there is one. */
export class ImportFileError extends Error {
  constructor(
    message: string,
    /** Physical line of the file (the header is line 1), when the fault has a place. */
    readonly line?: number,
  ) {
    super(line === undefined ? message : `line ${line}: ${message}`);
    this.name = 'ImportFileError';
  }
}
