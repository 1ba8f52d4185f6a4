import { readFileSync, readlinkSync } from 'node:fs';

/** What a thread posts first: where Linux says how much processor time it has taken. */
export interface Birth {
  cpuAt: string;
}

/** Ticks of `utime` and `stime` (proc(5)): Linux has 100 a second for programs on every machine that Node runs on. */
const TICK_MS = 10;

/** What the calling thread posts; undefined on systems that don't count by thread. */
export function birthOf(): Birth | undefined {
  try {
    return { cpuAt: `/proc/${readlinkSync('/proc/thread-self')}/stat` };
  } catch {
    return undefined;
  }
}

export const isBirth = (message: unknown): message is Birth =>
  typeof message === 'object' && message !== null && 'cpuAt' in message;

/** The milliseconds of processor time that a thread of this process has taken; undefined once it has ended. */
export function cpuOf({ cpuAt }: Birth): number | undefined {
  try {
    // The second field is the name, in brackets, which may have spaces: user and system time are the 14th and 15th.
    const fields = readFileSync(cpuAt, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
}
