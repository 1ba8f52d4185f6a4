/** True in `npm run test:full`, which repeats races longer and takes whole matrices where `npm test` takes samples. */
export const IS_FULL = process.env.TEST_FULL === '1';

/** Every row of a matrix in `npm run test:full`, the first `count` in `npm test`. */
export const sampleOf = <T>(rows: readonly T[], count = 1): T[] => rows.slice(0, IS_FULL ? undefined : count);

/** True in `npm test`, which leaves rare cases of seconds each to `npm run test:full` (decision 280). */
export const IS_SHORT = process.env.TEST_SHORT === '1';

/** Every row of a matrix in `npm run test:full`, each `nth` in `npm test`: rows that share their code stand for each other. */
export const eachOf = <T>(rows: readonly T[], nth: number): T[] =>
  rows.filter((_, i) => IS_FULL || i % nth === 0);
