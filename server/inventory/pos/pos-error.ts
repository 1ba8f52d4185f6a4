/** A point of sale that does not do what was asked. The message is for the member who reads the run. */
export class PosError extends Error {
  /** @param lasting true when another try cannot help */
  constructor(
    readonly code: 'pos_unavailable' | 'pos_misconfigured',
    message: string,
    readonly lasting: boolean,
  ) {
    super(message);
  }
}
