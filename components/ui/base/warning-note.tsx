import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** What to know before going on, in a box of its own. */
export const WarningNote = ({ children }: { children: ReactNode }) => (
  <div className="flex items-start gap-2 rounded-lg bg-tint-warning px-3 py-2 text-on-tint-warning">
    <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
    <div className="min-w-0">{children}</div>
  </div>
);
