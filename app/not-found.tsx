import { Logo } from '@/components/ui/base/logo';

export const metadata = { title: 'Not found' };

/** Without a component of the browser: Next sends what this page needs with every other one. */
export default function NotFound() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center p-4 text-center">
      <Logo className="mb-4 size-10" />
      <h1 className="font-semibold text-lg">Page not found</h1>
      <p className="mt-1 text-muted">404 · Check the address, or go to Home.</p>
      <a
        href="/"
        className="mt-5 inline-flex h-9 items-center rounded-lg border border-control/60 bg-surface px-3.5 font-medium shadow-xs hover:border-control hover:bg-hover max-md:h-11"
      >
        Go to Home
      </a>
    </main>
  );
}
