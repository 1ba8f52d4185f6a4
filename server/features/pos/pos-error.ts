export type PosErrorCode =
  | 'pos_unavailable'
  | 'pos_rate_limited'
  | 'pos_unauthorized'
  | 'pos_misconfigured'
  | 'pos_protocol'
  | 'pos_endless';

/** A POS that does not do what was asked. The message is for the member who reads the run. */
export class PosError extends Error {
  /**
   * @param lasting true when another try cannot help
   * @param retryAfter when it asked to be tried again
   */
  constructor(
    readonly code: PosErrorCode,
    message: string,
    readonly lasting: boolean,
    readonly retryAfter: Date | null = null,
  ) {
    super(message);
  }
}

/** A cursor that the POS does not know any more: what it stood for must be listed anew. */
export class CursorExpired extends Error {
  /** @param of the changes since a moment, or a page within a list */
  constructor(readonly of: 'since' | 'page') {
    super(`The cursor of the ${of} is not known any more`);
  }
}
