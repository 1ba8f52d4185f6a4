import { useEffect, useRef } from 'react';
import { trpc } from '@/components/ui/providers/trpc';

/** Tells the seller of an invoice that a member of its buyer has opened it: the server keeps the first time. */
export function useSeen(id: string, buys: boolean): void {
  const { mutate } = trpc.invoices.see.useMutation();
  const said = useRef(false);
  useEffect(() => {
    if (!buys || said.current) return;
    said.current = true;
    mutate({ id });
  }, [id, buys, mutate]);
}
