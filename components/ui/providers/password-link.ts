import type { TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import { reasonOf } from '@/components/ui/forms/failure';
import type { AppRouter } from '@/server/transport/router';

/** The question that is open; calls that fail meanwhile wait for the same one. */
let asked: { confirmed: Promise<boolean>; settle: (confirmed: boolean) => void } | null = null;
const listeners = new Set<() => void>();

function show(question: typeof asked): void {
  asked = question;
  for (const listener of listeners) listener();
}

/** @returns false when the member cancels */
function confirmPassword(): Promise<boolean> {
  if (asked) return asked.confirmed;
  let settle: (confirmed: boolean) => void = () => {};
  const confirmed = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  show({
    confirmed,
    settle: (isConfirmed) => {
      show(null);
      settle(isConfirmed);
    },
  });
  return confirmed;
}

/** Repeats a call that needs a recent sign-in, once the member has confirmed their password in the gate's dialog. */
export const passwordLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let current: Unsubscribable | null = null;
      let ended = false;
      const call = (isRepeat: boolean) => {
        current = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            if (isRepeat || reasonOf(error) !== 'reauthentication_required') return observer.error(error);
            void confirmPassword().then((isConfirmed) => {
              if (ended) return;
              if (isConfirmed) call(true);
              else observer.error(error);
            });
          },
        });
      };
      call(false);
      return () => {
        ended = true;
        current?.unsubscribe();
      };
    });

/** The open question, for the gate that shows it. */
export const passwordQuestion = {
  current: () => asked,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
