/** The file cannot be imported, or not beyond a line. The message is one line for the operator. */
export class ImportFileError extends Error {
  constructor(
    /** What is wrong, without the line. */
    readonly reason: string,
    /** Physical line of the fault (the header is line 1), if there is one. */
    readonly line?: number,
  ) {
    super(line === undefined ? reason : `line ${line}: ${reason}`);
    this.name = 'ImportFileError';
  }
}
