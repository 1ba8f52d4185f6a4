/** True in `npm run test:full`, which repeats races longer and takes whole matrices where `npm test` takes samples. */
export const IS_FULL = process.env.TEST_FULL === '1';

/** Every row of a matrix in `npm run test:full`, the first `count` in `npm test`. */
export const sampleOf = <T>(rows: readonly T[], count = 1): T[] => rows.slice(0, IS_FULL ? undefined : count);
