import type { ReactNode } from 'react';
import { Button } from '@/components/ui/base/button';
import { Logo } from '@/components/ui/base/logo';
import { SkipLink } from '@/components/ui/base/skip-link';

const PAGES = [
  { label: 'Overview', href: '/welcome' },
  { label: 'Developers', href: '/developers' },
  { label: 'Help', href: '/help' },
];

const linkStyle =
  'inline-flex h-9 items-center rounded-md px-2.5 font-medium hover:bg-hover max-md:h-11 max-sm:px-2';

/** The head and foot of the pages that need no session. Its links load whole pages: nothing here runs in the browser. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-bg">
      <SkipLink />
      <header className="border-border border-b bg-surface">
        <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2.5 sm:px-6">
          <a href="/welcome" className="mr-auto flex items-center gap-2.5 rounded-md font-semibold text-lg">
            <Logo className="size-8" />
            Tallyleaf
          </a>
          <nav aria-label="Main" className="flex items-center gap-x-1 max-sm:order-last max-sm:w-full">
            {PAGES.map(({ label, href }) => (
              <a key={href} href={href} className={linkStyle}>
                {label}
              </a>
            ))}
          </nav>
          <Button asChild variant="primary">
            <a href="/sign-in">Sign in</a>
          </Button>
        </div>
      </header>
      <main id="content" className="mx-auto w-full max-w-6xl flex-1 px-4 py-8 sm:px-6 sm:py-10">
        {children}
      </main>
      <footer className="border-border border-t">
        <div className="mx-auto flex w-full max-w-6xl flex-wrap justify-between gap-x-6 gap-y-2 px-4 py-5 text-muted text-sm sm:px-6">
          <p>Tallyleaf · Inventory and wholesale orders for licensed cannabis businesses</p>
          <a href="/api/openapi.json" className="hover:text-text hover:underline">
            OpenAPI document
          </a>
        </div>
      </footer>
    </div>
  );
}
