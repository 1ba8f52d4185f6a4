'use client';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, useEffect, useState } from 'react';
import { BEFORE_NAVIGATE } from '@/components/ui/base/before-navigate';

const loadDialog = () => import('@/components/ui/base/confirm-dialog');
const ConfirmDialog = lazy(() => loadDialog().then((m) => ({ default: m.ConfirmDialog })));

function linkTarget(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target === '_blank' || link.hasAttribute('download')) return null;
  const url = new URL(link.href);
  const href = url.pathname + url.search;
  if (url.origin !== location.origin || href === location.pathname + location.search) return null;
  return href + url.hash;
}

/** While `active`, leaving the page by a link, a shortcut, reload or closing asks first. */
export function LeaveGuard({ active }: { active: boolean }) {
  const router = useRouter();
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    if (!active) return;
    // With the first change, so that it is there when the network is not. A failed load is tried again when it asks.
    loadDialog().catch(() => {});
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const href = linkTarget(event);
      if (!href) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(href);
    };
    const onNavigate = (event: Event) => {
      event.preventDefault();
      if (event instanceof CustomEvent && typeof event.detail === 'string') setTarget(event.detail);
    };
    window.addEventListener('beforeunload', onUnload);
    window.addEventListener(BEFORE_NAVIGATE, onNavigate);
    document.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      window.removeEventListener(BEFORE_NAVIGATE, onNavigate);
      document.removeEventListener('click', onClick, true);
    };
  }, [active]);
  if (target === null) return null;
  return (
    <Suspense>
      <ConfirmDialog
        open
        onOpenChange={() => setTarget(null)}
        title="Leave without saving?"
        description="Your changes on this page aren't saved yet."
        confirmLabel="Discard changes"
        cancelLabel="Stay"
        onConfirm={() => router.push(target)}
      />
    </Suspense>
  );
}
