'use client';
import { MailCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';

const SendStatement = lazy(() =>
  import('@/components/money/statements/send-dialog').then((m) => ({ default: m.SendStatement })),
);

/** Mails a customer what it owes, after a question. @param of what the button's name says beside "Remind" */
export function RemindButton({
  customer,
  of,
  size = 'sm',
}: {
  customer: { id: string; name: string };
  of?: string;
  size?: 'sm' | 'md';
}) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size={size} onClick={() => setAsking(true)}>
        {size === 'md' && <MailCheck aria-hidden />}
        Remind
        {of && <span className="sr-only"> {of}</span>}
      </Button>
      <Suspense>{asking && <SendStatement customer={customer} onClose={() => setAsking(false)} />}</Suspense>
    </>
  );
}
