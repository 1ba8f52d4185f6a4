import { Sprout } from 'lucide-react';
import type { Overview } from '@/components/reports/types';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import type { Viewer } from '@/server/transport/runtime';
import { startsFor } from './starts';

/** Without any stock and any order in two periods, every figure would be a zero. */
export const isEmpty = ({ figures: { orders }, inventory }: Overview): boolean =>
  orders.current === 0 && orders.previous === 0 && inventory.units === 0;

/** In place of the key figures of a business that has just begun: what will be here, and how to start. */
export function GetStarted({ actor }: { actor: Viewer['actor'] }) {
  const [first, ...others] = startsFor(actor.permissions, actor.entity.type);
  return (
    <Card>
      <EmptyState
        icon={Sprout}
        title="Let's set up your business"
        action={
          first && (
            <>
              <Button asChild variant="primary">
                <Link href={first.href}>{first.label}</Link>
              </Button>
              {others.map(({ label, href }) => (
                <Button key={href} asChild>
                  <Link href={href}>{label}</Link>
                </Button>
              ))}
            </>
          )
        }
      >
        Orders, units and stock at cost appear here once you have stock or an order.
      </EmptyState>
    </Card>
  );
}
