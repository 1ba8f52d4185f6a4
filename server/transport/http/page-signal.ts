import { AsyncLocalStorage } from 'node:async_hooks';

/** Passes the request's abort signal to page rendering: Next offers no such signal. */
export const pageSignal = new AsyncLocalStorage<AbortSignal>();
