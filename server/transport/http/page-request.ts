import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from '../../kernel/actor';

interface PageRequest {
  /** Aborted when the visitor leaves. */
  left: AbortSignal;
  /** Takes who asks, for the log. */
  note(actor: Actor): void;
}

/** Passes a page's request to its rendering: Next offers no such thing. */
export const pageRequest = new AsyncLocalStorage<PageRequest>();
