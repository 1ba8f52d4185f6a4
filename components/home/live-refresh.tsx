'use client';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const POLL_MS = 15_000;

/** Reads the page again while its tab is visible. */
export function LiveRefresh() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
