import type { Answer, Client } from '../../setup/client';

/** One use of an operation that grants rights, or sends data where it stays readable. */
export interface Act {
  what: string;
  /** The lowest role that may do it. */
  by: 'owner' | 'admin' | 'viewer';
  /** Whether all that it gives and changes lies within the one location that limited callers have. */
  reach: 'here' | 'beyond';
  /** Whether a session needs a sign-in of the last 10 minutes. */
  recent: boolean;
  /** Whether a key with the scope may do it. */
  keys: boolean;
  /** Prepares an object for this call alone, then calls. */
  send(client: Client): Promise<Answer>;
}

export const act = (
  what: string,
  { by = 'admin', reach = 'here', recent = false, keys = false }: Partial<Omit<Act, 'what' | 'send'>>,
  send: Act['send'],
): Act => ({ what, by, reach, recent, keys, send });
export const beyond = { reach: 'beyond' } as const;
export const asOwner = { by: 'owner', reach: 'beyond' } as const;
export const recently = { recent: true } as const;
export const byKeys = { keys: true } as const;
