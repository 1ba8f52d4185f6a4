'use client';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './button';

/** The acts on a page as a whole. On a phone there is room for two: the rest opens below (`components/ui/base/page-actions.css`). */
export function PageActions({ children }: { children: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <div
        id={id}
        data-open={open || undefined}
        className="page-actions flex flex-wrap items-center gap-2 empty:hidden"
      >
        {children}
      </div>
      <Button
        aria-expanded={open}
        aria-controls={id}
        aria-label={open ? 'Fewer actions' : 'More actions'}
        onClick={() => setOpen(!open)}
        className="page-actions-more"
      >
        <Ellipsis aria-hidden />
      </Button>
    </div>
  );
}
