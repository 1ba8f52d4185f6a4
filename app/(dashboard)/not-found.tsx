'use client';
import dynamic from 'next/dynamic';

// Loaded with the first 404: every page carries this boundary.
const NotFoundPanel = dynamic(() => import('@/components/ui/not-found-panel').then((m) => m.NotFoundPanel));

export default function NotFound() {
  return <NotFoundPanel />;
}
