export type PosErrorCode =
  | 'pos_unavailable'
  | 'pos_rate_limited'
  | 'pos_unauthorized'
  | 'pos_misconfigured'
  | 'pos_protocol'
  | 'pos_endless'
  | 'pos_too_costly';

/** A failure of a POS. The message is for the member who reads the run. */
export class PosError extends Error {
  /** @param lasting true when a retry cannot help @param retryAfter earliest retry that the POS asked for */
  constructor(
    readonly code: PosErrorCode,
    message: string,
    readonly lasting: boolean,
    readonly retryAfter: Date | null = null,
  ) {
    super(message);
  }
}

/** A cursor that the POS no longer accepts; its list must restart. */
export class CursorExpired extends Error {
  /** @param of the change list, or a page within a list */
  constructor(readonly of: 'since' | 'page') {
    super(`The cursor of the ${of} is not known any more`);
  }
}
