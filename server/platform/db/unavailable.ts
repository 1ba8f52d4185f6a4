import { AppError } from '../../kernel/errors';
import { isUnreachable, violatedConstraint } from './client';
import { FENCE } from './fence';

/** Why the service is temporarily unavailable, for the caller, and the seconds until a retry. */
export interface Unavailability {
  message: string;
  retryAfter: number;
  /** False for a lost connection, which is logged once where it is detected, not per affected request. */
  isWorthLogging: boolean;
}

const OUT_OF_REACH: Unavailability = {
  message: 'The database is not reachable. Try again in a few seconds.',
  retryAfter: 2,
  isWorthLogging: false,
};
const report = (message: string, retryAfter: number): Unavailability => ({
  message,
  retryAfter,
  isWorthLogging: true,
});
const DISK_FULL = report('Storage is full, so changes can’t be saved right now. Reading still works.', 30);
const OUT_OF_RESOURCES = report('The database is out of resources. Try again in a few seconds.', 5);
const TOO_LONG = report('This took too long and was stopped. Ask for less at a time, or try again later.', 5);
const FILES_LOST = report('The database has lost files. Try again in a few minutes.', 30);
const IO_FAILED = report('Storage failed. Try again later.', 30);
const READ_ONLY = report('The database only takes reads right now. Try again in a few seconds.', 5);
const IN_USE = report('Other requests are changing the same records. Try again in a moment.', 1);

const REPLACED = report(
  'A newer version of Tallyleaf is replacing this server. Try again in a few seconds.',
  2,
);

/** By SQLSTATE (PostgreSQL's appendix A) or the operating system's code. */
const BY_CODE: Readonly<Record<string, Unavailability>> = {
  '53100': DISK_FULL,
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  '53000': OUT_OF_RESOURCES,
  '53200': OUT_OF_RESOURCES,
  '53300': OUT_OF_RESOURCES,
  '53400': OUT_OF_RESOURCES,
  EMFILE: OUT_OF_RESOURCES,
  ENFILE: OUT_OF_RESOURCES,
  '57014': TOO_LONG,
  '25P03': TOO_LONG,
  '25P04': TOO_LONG,
  '58000': IO_FAILED,
  '58030': IO_FAILED,
  '58P01': FILES_LOST,
  EIO: IO_FAILED,
  EROFS: IO_FAILED,
  '25006': READ_ONLY,
  '55P03': IN_USE,
  '40001': IN_USE,
  '40P01': IN_USE,
};
/** Classifies a failure that the caller did not cause; returns undefined for any other failure. */
export function unavailabilityOf(error: unknown): Unavailability | undefined {
  if (violatedConstraint(error) === FENCE) return REPLACED;
  for (let e = error; typeof e === 'object' && e !== null; e = (e as { cause?: unknown }).cause) {
    const { code } = e as { code?: unknown };
    if (typeof code === 'string' && Object.hasOwn(BY_CODE, code)) return BY_CODE[code];
  }
  return isUnreachable(error) ? OUT_OF_REACH : undefined;
}

/** Builds the failure of a write that was skipped because the disk was full a moment ago (decision 154). */
export function diskFull(): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    DISK_FULL.message,
    {},
    { 'Retry-After': String(DISK_FULL.retryAfter) },
  );
}

/** Returns true when nothing can be written, and reads work: on a full disk, and in a process that an upgrade replaces. */
export function isWriteProtected(error: unknown): boolean {
  return [DISK_FULL, REPLACED].some((one) => unavailabilityOf(error) === one);
}

/** Returns true when the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return unavailabilityOf(error) === DISK_FULL;
}
