'use client';
import { Button } from '@/components/ui/base/button';
import { ErrorPanel } from '@/components/ui/base/error-panel';
import { Timeline } from '@/components/ui/base/timeline';
import { formatCount } from '@/components/ui/format';
import { failureOf } from '@/components/ui/forms/failure';
import { MovementItem } from './movement-item';
import { useMovements } from './use-movements';

/** The timeline of one item; older changes on demand. */
export function MovementHistory({ id }: { id: string }) {
  const { movements, total, loading, error, retry, showOlder } = useMovements(id);
  const older = total - movements.length;
  if (error && movements.length === 0) {
    const failure = failureOf(error);
    return <ErrorPanel message={failure?.message} requestId={failure?.requestId} onRetry={retry} />;
  }
  if (movements.length === 0 && !loading) {
    return <p className="text-muted">No changes yet.</p>;
  }
  return (
    <>
      <Timeline label="History, newest first">
        {movements.map((movement) => (
          <MovementItem key={movement.id} movement={movement} />
        ))}
      </Timeline>
      {(older > 0 || error) && (
        <div className="mt-5 flex flex-wrap items-center gap-3">
          <Button pending={loading} onClick={error ? retry : showOlder}>
            {error ? 'Try again' : 'Show older'}
          </Button>
          <p role="status" className="text-muted text-sm">
            {error ? "Couldn't load older changes." : `${formatCount(older, 'older change')}`}
          </p>
        </div>
      )}
    </>
  );
}
