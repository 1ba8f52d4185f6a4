'use client';
import { useRouter } from 'next/navigation';
import { NextStepButton } from '@/components/orders/next-step-button';
import type { SideRules } from '@/components/orders/side-rules';
import type { OrderSummary } from '@/components/orders/types';

/** The next step of an order, taken where it is listed; the page is read again after it. */
export function OrderAct({ order, rules }: { order: OrderSummary; rules: SideRules }) {
  const router = useRouter();
  return <NextStepButton order={order} rules={rules} onDone={router.refresh} />;
}
