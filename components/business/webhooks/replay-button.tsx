'use client';
import { RotateCcw } from 'lucide-react';
import { Button } from '@/components/ui/base/button';
import { showDone } from '@/components/ui/base/toast';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import type { Delivery } from './types';

/** Sends one delivery again; it spins until the row shows what became of it so far. */
export function ReplayButton({
  delivery,
  name,
  disabled,
  inRow = false,
  onReplayed,
}: {
  delivery: Delivery;
  /** What the delivery is called, for the name of the button. */
  name: string;
  /** True while the endpoint is disabled. */
  disabled: boolean;
  /** Smaller, and without a border. */
  inRow?: boolean;
  onReplayed: () => void;
}) {
  const replay = trpc.webhooks.replay.useMutation({
    onSuccess: () => showDone('Delivery replayed', name),
    onError: (error) => showError("Couldn't replay the delivery", error),
    onSettled: onReplayed,
  });
  return (
    <Button
      {...(inRow && { size: 'sm', variant: 'ghost', className: '-mr-2 max-md:-ml-2' })}
      aria-label={`Replay ${name}`}
      title={disabled ? 'Enable the endpoint first' : undefined}
      disabled={disabled}
      pending={replay.isPending}
      onClick={() => replay.mutate({ id: delivery.id })}
    >
      {!replay.isPending && <RotateCcw aria-hidden />}
      Replay
    </Button>
  );
}
