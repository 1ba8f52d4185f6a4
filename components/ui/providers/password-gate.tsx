'use client';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { passwordQuestion } from './password-link';

const ReauthenticateDialog = lazy(() =>
  import('@/components/business/account/reauthenticate-dialog').then((m) => ({
    default: m.ReauthenticateDialog,
  })),
);

/** The question for the password, over the page and the dialog whose call waits for it. */
export function PasswordGate() {
  const { subscribe, current } = passwordQuestion;
  const question = useSyncExternalStore(subscribe, current, () => null);
  return <Suspense>{question && <ReauthenticateDialog onClose={question.settle} />}</Suspense>;
}
