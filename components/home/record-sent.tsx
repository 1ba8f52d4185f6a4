'use client';
import { useRouter } from 'next/navigation';
import { Decide } from '@/components/money/remittances/decide';
import type { Remittance } from '@/components/money/remittances/types';

/** Records what a customer says it sent where it is listed; the page is read again after it. */
export function RecordSent({
  remittance: { id, status, amount, buyer },
}: {
  remittance: Pick<Remittance, 'id' | 'status' | 'amount' | 'buyer'>;
}) {
  const router = useRouter();
  return <Decide remittance={{ id, status, amount }} of={buyer.name} onDone={router.refresh} />;
}
