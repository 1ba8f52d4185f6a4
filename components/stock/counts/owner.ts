import { keepChoice } from '@/components/ui/base/cookie';

/** Who counts on this device: what is kept is theirs alone, in this business. */
export type Owner = { userId: string; entityId: string };

const KEY = 'counts-owner';
/** Tells the server that the browser keeps counts, which it has removed at sign-out. */
const COOKIE = 'tallyleaf-counts';

/** Notes whose pages these are: the page without a network asks no server. */
export function noteOwner({ userId, entityId }: Owner): void {
  const text = JSON.stringify({ userId, entityId });
  if (localStorage.getItem(KEY) !== text) localStorage.setItem(KEY, text);
}

/** Null before anyone signed in. */
export function currentOwner(): Owner | null {
  const text = localStorage.getItem(KEY);
  return text === null ? null : (JSON.parse(text) as Owner);
}

export const keepsCounts = () => document.cookie.includes(`${COOKIE}=1`);

export const noteKeeping = () => keepChoice(COOKIE, '1');
