/** How long a code has to be out of view before it is read as another package with the same code. */
const AWAY_MS = 1_200;
/** Longer codes are none of ours. */
const MAX_LENGTH = 100;

/** Tells codes that come into view from those that stay there: a camera sees each of them many times a second. */
export class SeenCodes {
  readonly #seen = new Map<string, number>();

  /** @returns of the codes in a picture, those that were not in view before. @param now milliseconds of any steady clock */
  fresh(codes: readonly string[], now: number): string[] {
    return codes.flatMap((text) => {
      const code = text.trim();
      if (code === '' || code.length > MAX_LENGTH) return [];
      const before = this.#seen.get(code);
      this.#seen.set(code, now);
      return before === undefined || now - before > AWAY_MS ? [code] : [];
    });
  }
}
