import { announcePageChange } from '@/components/ui/shell/page-change';

/** Called by Next as a page change begins, before its page is fetched (decision 173). */
export function onRouterTransitionStart(url: string, type: 'push' | 'replace' | 'traverse'): void {
  announcePageChange(url, type);
}
