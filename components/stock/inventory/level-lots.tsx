'use client';
import { lazy, type ReactNode, Suspense } from 'react';
import { useExpanded } from '@/components/ui/data-table/expanded-rows';
import { formatDate } from '@/components/ui/format';
import { levelName } from './level';
import type { StockLevel } from './types';

const LotTable = lazy(() => import('./lot-table').then((m) => ({ default: m.LotTable })));

/** Whether some of its units are of a lot. */
export const hasLots = (level: StockLevel): boolean => level.unassigned_quantity < level.quantity;

/**
 * Opens the lots of a row; nothing for a variant that has none there.
 * @param isIcon among the row's actions, where a target has its room; else a line of text, on phones
 */
export function LotsToggle({ level, isIcon = false }: { level: StockLevel; isIcon?: boolean }) {
  const { open, toggle } = useExpanded(level.id);
  if (!hasLots(level)) return null;
  const expires = level.expires_on && `exp. ${formatDate(level.expires_on)}`;
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-label={`Lots of ${levelName(level)}`}
      title={isIcon ? `Lots${expires ? `, the next ${expires}` : ''}` : undefined}
      className={isIcon ? 'lots-toggle lots-icon' : 'lots-toggle'}
      onClick={toggle}
    >
      {!isIcon && ['Lots', expires].filter(Boolean).join(' · ')}
    </button>
  );
}

/** The lots of a row, while it is open. */
export function LevelLots({ level, frame }: { level: StockLevel; frame: (content: ReactNode) => ReactNode }) {
  const { open } = useExpanded(level.id);
  if (!open) return null;
  return frame(
    <Suspense fallback={<div className="h-20" />}>
      <LotTable level={level} />
    </Suspense>,
  );
}
