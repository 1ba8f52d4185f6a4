import { AppError } from '../../kernel/errors';
import { OPERATIONS } from '../rest/operations';

/** Maximum calls per tRPC request; the browser's link has the same limit. */
export const MAX_CALLS = 20;

const names = new Set(OPERATIONS.map(({ name }) => name));
const publicNames = new Set(
  OPERATIONS.filter(({ access }) => access === 'public').map((operation) => operation.name),
);

/** The calls of a request that name an operation. @param path the raw path behind `/api/trpc/` */
export const knownCalls = (path: string): string[] =>
  decodeURIComponent(path)
    .split(',')
    .filter((name) => names.has(name));

/** True for the name of a public operation, which no batch holds. @param names the raw path behind `/api/trpc/` */
export const isPublic = (names: string): boolean => publicNames.has(decodeURIComponent(names));

const withTable = new Set(OPERATIONS.filter(({ table }) => table !== null).map(({ name }) => name));
/** True for calls of which one may have a long list. @param names the raw path behind `/api/trpc/` */
export const hasTable = (names: string): boolean => knownCalls(names).some((name) => withTable.has(name));

/**
 * Counts the calls of a tRPC request. Commas count whether or not the request declares a batch.
 * @param names the raw path behind `/api/trpc/`
 * @throws AppError INVALID_REQUEST for too many calls, and for a batch with a call that counts attempts
 */
export function countCalls(names: string): number {
  const calls = decodeURIComponent(names).split(',');
  if (calls.length > MAX_CALLS) {
    throw new AppError('INVALID_REQUEST', `A batch may have at most ${MAX_CALLS} calls.`, {
      limit: MAX_CALLS,
    });
  }
  if (calls.length > 1 && calls.some((name) => publicNames.has(name))) {
    throw new AppError('INVALID_REQUEST', 'Operations without sign-in cannot be batched. Send each alone.');
  }
  return calls.length;
}
