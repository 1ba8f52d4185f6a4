import { AsyncLocalStorage } from 'node:async_hooks';

/** Tells what a page renders with whether its client is still there: Next passes on nothing of the kind. */
export const pageSignal = new AsyncLocalStorage<AbortSignal>();
