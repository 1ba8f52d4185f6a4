import type { ReactNode } from 'react';
import { ForbiddenPanel } from '@/components/ui/base/forbidden-panel';
import { NotFoundPanel } from '@/components/ui/base/not-found-panel';
import { runtime } from './runtime';

/** What `forbidden()` and `notFound()` of Next throw. */
const DIGEST = /^NEXT_HTTP_ERROR_FALLBACK;(403|404)$/;

function statusOf(error: unknown): string | undefined {
  return DIGEST.exec(String((error as { digest?: unknown } | null)?.digest))?.[1];
}

/**
 * A page whose `forbidden()` and `notFound()` show their panel in the server's HTML (decision 290): Next alone draws it
 * in the browser.
 * @param needs who may open the page, for instance "an admin or owner"
 */
export function guarded<Props>(Page: (props: Props) => Promise<ReactNode>, needs?: string) {
  return async function GuardedPage(props: Props) {
    try {
      return await Page(props);
    } catch (error) {
      const status = statusOf(error);
      if (!status) throw error;
      runtime().stateStatus(status === '403' ? 403 : 404);
      return status === '403' ? <ForbiddenPanel needs={needs} /> : <NotFoundPanel />;
    }
  };
}
