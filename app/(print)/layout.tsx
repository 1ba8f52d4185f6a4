import type { ReactNode } from 'react';

/** Pages for paper: no shell around them. */
export default function PrintLayout({ children }: { children: ReactNode }) {
  return <div className="min-h-dvh bg-bg px-4 py-6 print:p-0">{children}</div>;
}
