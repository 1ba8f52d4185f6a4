import { Leaf } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/components/ui/class-names';

/** The frame of the pages before sign-in: their own light layout, the H1 and what it is about. */
export function AuthPanel({
  title,
  description,
  wide = false,
  children,
}: {
  title: string;
  description: ReactNode;
  /** For a form of two columns. */
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,1fr)] place-items-center px-4 py-10">
      <div className={cn('w-full', wide ? 'max-w-2xl' : 'max-w-sm')}>
        <div className="mb-6 flex items-center justify-center gap-2.5 font-semibold text-xl">
          <span className="grid size-8 place-items-center rounded-lg bg-primary text-on-primary">
            <Leaf aria-hidden className="size-4" />
          </span>
          Tallyleaf
        </div>
        <div className="rounded-lg border border-border bg-surface p-5 shadow-xs sm:p-6">
          <h1 className="font-semibold text-xl">{title}</h1>
          <p className="mt-0.5 mb-5 text-muted">{description}</p>
          {children}
        </div>
      </div>
    </main>
  );
}
