'use client';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';

type Expanded = { ids: ReadonlySet<string>; toggle: (id: string) => void };

const ExpandedContext = createContext<Expanded>({ ids: new Set(), toggle: () => {} });

/** Which rows of the list are open. */
export function ExpandedRows({ children }: { children: ReactNode }) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((id: string) => {
    setIds((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const value = useMemo(() => ({ ids, toggle }), [ids, toggle]);
  return <ExpandedContext value={value}>{children}</ExpandedContext>;
}

/** Whether one row is open, and what opens or closes it. */
export function useExpanded(id: string): { open: boolean; toggle: () => void } {
  const { ids, toggle } = use(ExpandedContext);
  return { open: ids.has(id), toggle: () => toggle(id) };
}
