'use client';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';

const SendDialog = lazy(() =>
  import('@/components/money/remittances/send-dialog').then((m) => ({ default: m.SendDialog })),
);

type Bill = { id: string; number: string; balance: number; sent: number | null; seller: { name: string } };

/** Tells a supplier that its bill was paid, where it is listed; the page is read again after it. */
export function SendBill({ bill }: { bill: Bill }) {
  const router = useRouter();
  const [sending, setSending] = useState(false);
  if (bill.sent !== null && bill.sent >= bill.balance)
    return <span className="text-muted text-sm">You said you sent it</span>;
  return (
    <>
      <Button size="sm" onClick={() => setSending(true)}>
        I sent this<span className="sr-only"> for {bill.number}</span>
      </Button>
      <Suspense>
        {sending && (
          <SendDialog
            invoices={[bill]}
            onClose={() => {
              setSending(false);
              router.refresh();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
