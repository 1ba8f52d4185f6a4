import { v7 } from 'uuid';

const ID_BYTES = 16;
/** Random bytes for a few hundred ids: asking the system for those of each id cost more than the rest of it. */
const pool = new Uint8Array(256 * ID_BYTES);
let used = pool.length;

function randomBytes(): Uint8Array {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.subarray(used - ID_BYTES, used);
}

let lastMillisecond = 0;
let sequence = 0;

/**
 * Creates a uuid v7. Of one process, later ids sort later, also within a millisecond (RFC 9562, section 6.2, method 1: a
 * counter that begins at a random number each millisecond).
 */
export function newId(): string {
  const random = randomBytes();
  const now = Date.now();
  if (now > lastMillisecond) {
    lastMillisecond = now;
    // Half of its range at most, so that it doesn't overflow within the millisecond.
    sequence = new DataView(random.buffer, random.byteOffset, 4).getUint32(0) >>> 1;
  } else {
    sequence++;
  }
  return v7({ random, msecs: lastMillisecond, seq: sequence });
}
