import { AppError } from '../../kernel/errors';

/** Where a business's events begin and end (decision 931). */
interface EventLog {
  /** The oldest that is kept; one above the last without any. */
  oldest: number;
  /** The newest that is numbered; 0 before the first one. */
  last: number;
  epoch: number;
  /** Sequences that restores left out, both ends included, lowest first. */
  gaps: readonly Gap[];
}
type Gap = readonly [from: number, to: number];

const gapAt = (gaps: readonly Gap[], sequence: number) =>
  gaps.find(([from, to]) => from <= sequence && sequence <= to);
/** The newest sequence that was given, at or below one. */
const givenAt = (gaps: readonly Gap[], sequence: number) => {
  const gap = gapAt(gaps, sequence);
  return gap ? gap[0] - 1 : sequence;
};

/** @param end the last sequence, which may be the end of a gap, before an event follows it */
export function logOf(
  end: { last: string; epoch: number; gaps: readonly Gap[] },
  oldest: { sequence: string } | undefined,
): EventLog {
  const last = givenAt(end.gaps, Number(end.last));
  return { ...end, last, oldest: oldest ? Number(oldest.sequence) : last + 1 };
}

/**
 * Rejects a cursor from which a reader would skip events in silence. `details.after` is where to begin instead.
 * @throws AppError GONE `cursor_expired`, CONFLICT `cursor_ahead`, `epoch_changed`
 */
export function assertCursor(
  { oldest, last, epoch, gaps }: EventLog,
  cursor: { after: number; epoch: number | undefined },
): void {
  const { after } = cursor;
  const begins = oldest - 1;
  const known = { oldest_sequence: oldest, last_sequence: last, epoch };
  const inGap = after !== begins && gapAt(gaps, after) !== undefined;
  // A reader that stopped at the end of what was restored has missed nothing, though the next event is far above.
  const isExpired = after > 0 && after < givenAt(gaps, begins);
  if (inGap || (cursor.epoch !== undefined && cursor.epoch !== epoch)) {
    const kept = Math.min(givenAt(gaps, after), last);
    throw new AppError(
      'CONFLICT',
      'The server was restored from a backup, and the newest events before it are lost. Read whole lists again, then begin with `details.after`.',
      { reason: 'epoch_changed', ...known, after: isExpired ? begins : kept },
    );
  }
  if (isExpired) {
    throw new AppError(
      'GONE',
      'Events after this cursor are no longer kept. Read whole lists again, then begin with `details.after`.',
      { reason: 'cursor_expired', ...known, after: begins },
    );
  }
  if (after > last && after !== begins) {
    throw new AppError('CONFLICT', 'The cursor is above the last event. Begin with `details.after`.', {
      reason: 'cursor_ahead',
      ...known,
      after: last,
    });
  }
}
