'use client';
import { useQueryState } from 'nuqs';
import { parseAsId } from '@/components/data-table/list-definition';

const parser = parseAsId.withOptions({ history: 'push', scroll: false });

/** The product whose panel is open. The address has it, so that a reload shows it again and Back closes it. */
export function useProductPanel() {
  const [opened, setOpened] = useQueryState('product', parser);
  return {
    opened,
    open: (productId: string) => void setOpened(productId),
    // The way back from it leads to the list, not to the panel.
    close: () => void setOpened(null, { history: 'replace' }),
  };
}
