'use client';
import { Mail } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { useViewer } from '@/components/ui/providers/viewer';
import type { Invoice } from './types';

const SendInvoice = lazy(() => import('./send-dialog').then((m) => ({ default: m.SendInvoice })));

/** Mails an invoice of its seller to the customer, after a question. */
export function SendButton({ invoice }: { invoice: Invoice }) {
  const { can, isLimited, entity } = useViewer();
  const [asking, setAsking] = useState(false);
  if (invoice.seller.id !== entity.id || isLimited || !can('create:payments')) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Mail aria-hidden />
        {invoice.mailed_at ? 'Send again' : 'Send'}
      </Button>
      <Suspense>{asking && <SendInvoice invoice={invoice} onClose={() => setAsking(false)} />}</Suspense>
    </>
  );
}
