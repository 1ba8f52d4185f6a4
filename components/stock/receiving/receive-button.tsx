'use client';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { useViewer } from '@/components/ui/providers/viewer';

/** What goods that arrive begin with: a grower's are harvested, others' come from outside. */
export function ReceiveButton() {
  const { entity, can } = useViewer();
  if (!can('update:inventory')) return null;
  const grows = entity.type === 'cultivator';
  return (
    <Button asChild variant="primary">
      <Link href={grows ? '/inventory/receipts/new?kind=harvest' : '/inventory/receipts/new'}>
        {grows ? 'Record harvest' : 'Receive goods'}
      </Link>
    </Button>
  );
}
