// Other features import this file.
import { EACH, stepsOf } from '../../kernel/weights';

/** The most steps that a break may begin with: the constraint of the columns. */
const MOST_STEPS = 1_000_000;

/** The steps that a break begins with; null unless the amount is a multiple of the step, or for too many. @param step in ten-thousandths; null for goods sold each */
export function startOf(amount: number, step: number | null): number | null {
  const steps = stepsOf(amount, step);
  return steps !== null && steps >= 1 && steps <= MOST_STEPS ? steps : null;
}

/** What `startOf` asks for. */
export function startFault(step: number | null): string {
  const size = step ?? EACH;
  return `must be a multiple of ${size / EACH}, at most ${(size * MOST_STEPS) / EACH}`;
}
