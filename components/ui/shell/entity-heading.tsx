import { Logo } from '@/components/ui/base/logo';
import type { EntityType } from '@/server/kernel/permissions';

const TYPE: Record<EntityType, string> = {
  retailer: 'Retailer',
  wholesaler: 'Wholesaler',
  cultivator: 'Cultivator',
};

/** Whose dashboard this is. */
export function EntityHeading({ name, type }: { name: string; type: EntityType }) {
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <Logo className="size-8 shrink-0" />
      <div className="min-w-0 rail:sr-only">
        <p className="line-clamp-2 font-semibold leading-4 [overflow-wrap:anywhere]">{name}</p>
        <p className="text-muted text-xs">{TYPE[type]}</p>
      </div>
    </div>
  );
}
