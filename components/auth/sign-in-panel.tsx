'use client';
import { Leaf } from 'lucide-react';
import { SignInForm } from './sign-in-form';

/** The sign-in page: its own light layout, and back to where the visitor wanted to go. */
export function SignInPanel({ next, ended }: { next: string; ended: boolean }) {
  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,1fr)] place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex items-center justify-center gap-2.5 font-semibold text-xl">
          <span className="grid size-8 place-items-center rounded-lg bg-primary text-on-primary">
            <Leaf aria-hidden className="size-4" />
          </span>
          Tallyleaf
        </div>
        <div className="rounded-lg border border-border bg-surface p-5 shadow-xs sm:p-6">
          <h1 className="font-semibold text-xl">Sign in</h1>
          <p className="mt-0.5 mb-5 text-muted">
            {ended ? 'Your session has ended. Sign in again to go on.' : 'Stock and orders of your business.'}
          </p>
          <SignInForm onSignedIn={() => window.location.assign(next)} />
        </div>
      </div>
    </main>
  );
}
