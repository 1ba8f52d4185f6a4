'use client';
import { useQueryState } from 'nuqs';
import { useCallback } from 'react';
import { parseAsId } from '@/components/ui/data-table/list-definition';

const parser = parseAsId.withOptions({ history: 'push', scroll: false });

/** The product whose panel is open. The address has it, so that a reload shows it again and Back closes it. */
export function useProductPanel() {
  const [opened, setOpened] = useQueryState('product', parser);
  return {
    opened,
    /** Stable, as columns of a table must be. */
    open: useCallback((productId: string) => void setOpened(productId), [setOpened]),
    // The way back from it leads to the list, not to the panel.
    close: () => void setOpened(null, { history: 'replace' }),
  };
}
