/** A migration that would fail on every retry, in words for the member who reads it. */
export class MigrationFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
