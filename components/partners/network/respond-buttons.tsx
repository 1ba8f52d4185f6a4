'use client';
import { Button } from '@/components/ui/base/button';
import { showDone } from '@/components/ui/base/toast';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import type { Connection } from './types';

/** Accepts or rejects a request that this business received. */
export function RespondButtons({ connection, size }: { connection: Connection; size?: 'sm' }) {
  const { id, entity } = connection;
  const accept = trpc.entity.connections.accept.useMutation();
  const reject = trpc.entity.connections.reject.useMutation();
  const busy = accept.isPending || reject.isPending;
  const respond = async (call: typeof accept | typeof reject, done: string) => {
    if (busy) return;
    try {
      await call.mutateAsync({ id });
      showDone(done, entity.name);
    } catch (error) {
      await showError("Couldn't respond to the request", error);
    }
  };
  return (
    <span className="inline-flex gap-2">
      <Button
        size={size}
        pending={reject.isPending}
        aria-label={`Reject ${entity.name}`}
        onClick={() => respond(reject, 'Request rejected')}
      >
        Reject
      </Button>
      <Button
        size={size}
        variant="primary"
        pending={accept.isPending}
        aria-label={`Accept ${entity.name}`}
        onClick={() => respond(accept, 'Connected')}
      >
        Accept
      </Button>
    </span>
  );
}
