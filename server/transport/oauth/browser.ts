import { AsyncLocalStorage } from 'node:async_hooks';

/** Whose browser, or which program, sends a request of the protocol. */
export interface Browser {
  /** Null for a program. */
  sessionId: string | null;
  userId: string | null;
  address: string;
  requestId: string;
}

const store = new AsyncLocalStorage<Browser>();

/** Runs the protocol for a request: what it keeps of a request for consent is bound to this session. */
export const withBrowser = <T>(browser: Browser, work: () => T): T => store.run(browser, work);
export const browserOf = (): Browser | undefined => store.getStore();
