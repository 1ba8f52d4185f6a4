import type { ReactNode } from 'react';
import { ProductPicture } from '@/components/home/public/product-picture';
import { cn } from '@/components/ui/base/class-names';
import { Logo } from '@/components/ui/base/logo';

/** The frame of the pages before sign-in: what Tallyleaf is, the H1, and what the page is about. */
export function AuthPanel({
  title,
  description,
  wide = false,
  pictured = false,
  children,
}: {
  title: string;
  description: ReactNode;
  /** For a form of two columns. */
  wide?: boolean;
  /** Shows the product beside the form, where there is room. */
  pictured?: boolean;
  children: ReactNode;
}) {
  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,1fr)] content-center gap-8 px-4 py-10 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)] lg:content-stretch lg:gap-0 lg:p-0">
      <div className="relative flex flex-col justify-between gap-3 max-lg:items-center max-lg:text-center lg:overflow-hidden lg:bg-brand lg:p-10 lg:text-on-brand">
        <div className="flex items-center gap-2.5 font-semibold text-xl">
          <Logo className="size-8" />
          Tallyleaf
        </div>
        {pictured ? (
          <ProductPicture
            name="orders"
            alt="A wholesaler's sales: customers, statuses, totals and each order's next step"
            lazy
            className="relative left-0 my-8 h-auto w-[44rem] max-w-none rounded-lg shadow-lg max-lg:hidden"
          />
        ) : (
          <TallyLeaf className="absolute right-0 bottom-48 w-100 translate-x-20 opacity-10 max-lg:hidden" />
        )}
        <p className="relative max-w-80 text-balance text-muted lg:font-medium lg:text-2xl lg:text-on-brand">
          Inventory and wholesale orders for licensed cannabis businesses.
        </p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] place-items-center lg:p-10">
        <div className={cn('w-full', wide ? 'max-w-2xl' : 'max-w-sm')}>
          <div className="rounded-lg border border-border bg-surface p-5 shadow-xs sm:p-6">
            <h1 className="font-semibold text-2xl">{title}</h1>
            <p className="mt-1 mb-5 text-muted">{description}</p>
            {children}
          </div>
        </div>
      </div>
    </main>
  );
}

/** The mark's leaf at the size of a picture. */
function TallyLeaf({ className }: { className: string }) {
  return (
    <svg viewBox="4 4 24 24" aria-hidden="true" className={className}>
      <path d="M6 26C4.5 13 11.5 6 26.5 5.5 27 20.5 19.5 27.5 6 26Z" fill="currentColor" />
      <path d="M10.4 4v24M15.8 4v24M21.2 4v24M5 27 26.5 5.5" stroke="var(--brand)" strokeWidth="0.9" />
    </svg>
  );
}
