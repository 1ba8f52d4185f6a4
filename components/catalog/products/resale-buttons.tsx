'use client';
import { Pencil, Tag } from 'lucide-react';
import { Button } from '@/components/ui/base/button';
import type { Resale } from './types';

export type ResaleAct = { act: 'edit' | 'remove'; resale: Resale };

/** Sells on a variant, or changes and ends that it is sold on. */
export function ResaleButtons({ resale, onAct }: { resale: Resale; onAct: (act: ResaleAct) => void }) {
  const { variant, listing } = resale;
  if (!listing)
    return (
      <Button size="sm" onClick={() => onAct({ act: 'edit', resale })}>
        <Tag aria-hidden />
        Sell this<span className="sr-only"> {variant.label}</span>
      </Button>
    );
  return (
    <span className="inline-flex gap-1">
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Edit listing of ${variant.label}`}
        onClick={() => onAct({ act: 'edit', resale })}
      >
        <Pencil aria-hidden />
        Edit
      </Button>
      <Button
        size="sm"
        variant="ghost"
        className="text-destructive"
        aria-label={`Stop selling ${variant.label}`}
        onClick={() => onAct({ act: 'remove', resale })}
      >
        Stop selling
      </Button>
    </span>
  );
}
