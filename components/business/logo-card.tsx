'use client';
import { X } from 'lucide-react';
import { useState } from 'react';
import { IMAGE_TYPES, imageFault } from '@/components/catalog/products/upload-image';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { DropZone } from '@/components/ui/base/drop-zone';
import { showDone } from '@/components/ui/base/toast';
import { errorText } from '@/components/ui/forms/error-text';
import { sendForm, UploadRefused } from '@/components/ui/forms/send-form';
import { sessionGate } from '@/components/ui/providers/session-gate';
import { trpc } from '@/components/ui/providers/trpc';
import { useRefresh } from '@/components/ui/providers/use-refresh';
import { logoOf } from '@/server/features/entities/logo/schema';
import { LogoImage } from './logo-image';

/** The logo of the business, as its documents show it: on white. @param url null without one */
export function LogoCard({ name, url }: { name: string; url: string | null }) {
  const refresh = useRefresh();
  const remove = trpc.entity.logo.remove.useMutation();
  const [uploading, setUploading] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const id = url && logoOf(url);

  const send = async (file: File) => {
    const found = imageFault(file);
    setFault(found);
    if (found) return;
    setUploading(true);
    const form = new FormData();
    form.set('file', file);
    try {
      await sendForm('/api/v1/entity/logo', form, 'PUT');
      await refresh('settings.saved');
      showDone('Logo saved');
    } catch (failure) {
      if (!(failure instanceof UploadRefused)) throw failure;
      if (failure.status === 401) sessionGate.open();
      setFault(failure.message);
    } finally {
      setUploading(false);
    }
  };
  const take = async () => {
    setFault(null);
    try {
      await remove.mutateAsync({});
      showDone('Logo removed');
    } catch (error) {
      setFault(errorText(error));
    }
  };

  return (
    <Card
      title="Logo"
      description="Printed on the packing slips, invoices and manifests of orders that you sell."
      action={
        id && (
          <Button variant="ghost" size="sm" pending={remove.isPending} onClick={() => void take()}>
            <X aria-hidden />
            Remove logo
          </Button>
        )
      }
    >
      {id && (
        <div className="mb-4 grid place-items-center rounded-lg border border-border bg-white p-4">
          <LogoImage id={id} name={name} className="max-w-full" />
        </div>
      )}
      <DropZone
        label="Logo"
        accept={IMAGE_TYPES.join()}
        button={id ? 'Choose another' : 'Choose image'}
        prompt="Drop an image here, or"
        hint="JPEG, PNG or WebP, up to 10 MB. Printed at most 160 × 48 points; transparent parts become white."
        pending={uploading}
        fault={fault}
        onFile={(file) => void send(file)}
      />
    </Card>
  );
}
