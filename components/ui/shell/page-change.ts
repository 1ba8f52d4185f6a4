const STARTED = 'page-change';

const pageOf = ({ pathname, search }: URL | Location) => pathname + search;

/** Tells the bar that another page is on its way. A step through the history has its address already. */
export function announcePageChange(url: string, type: 'push' | 'replace' | 'traverse'): void {
  const target = new URL(url, window.location.href);
  if (type !== 'traverse' && pageOf(target) === pageOf(window.location)) return;
  window.dispatchEvent(new Event(STARTED));
}

/** Calls back whenever a page change begins. @returns the end of it */
export function onPageChange(begin: () => void): () => void {
  window.addEventListener(STARTED, begin);
  return () => window.removeEventListener(STARTED, begin);
}
