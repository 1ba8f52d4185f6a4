'use client';
import { NewSecretDialog } from '@/components/business/developers/new-secret-dialog';
import { Button } from '@/components/ui/base/button';
import type { ApiKeyWithSecret } from './types';

/** A new key, shown this once. */
export function KeyDialog({
  title,
  apiKey,
  note,
  onClose,
}: {
  title: string;
  apiKey: ApiKeyWithSecret;
  note?: string;
  onClose: () => void;
}) {
  return (
    <NewSecretDialog
      title={title}
      label="API key"
      what="key"
      secret={apiKey.secret}
      warning="Copy this key now. You won't see it again. Programs send it as a bearer token."
      note={note}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
      onClose={onClose}
    />
  );
}
