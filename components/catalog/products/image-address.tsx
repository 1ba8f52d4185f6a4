import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Input } from '@/components/ui/base/input';
import { addressFault } from './image-order';

/** Adds an image that is on another host by its address. */
export function ImageAddress({
  images,
  pending,
  onAdd,
}: {
  images: readonly string[];
  pending: boolean;
  onAdd: (address: string) => void;
}) {
  const [address, setAddress] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = addressFault(address.trim(), images);
    setFault(found);
    if (found) return;
    onAdd(address.trim());
    setAddress('');
  };
  return (
    <details className="mt-3 text-sm">
      <summary className="w-fit cursor-pointer text-link">Add an image by its address</summary>
      <form noValidate onSubmit={submit} className="mt-2 flex gap-2">
        <Input
          type="url"
          aria-label="Image address"
          placeholder="https://"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          className="min-w-0 flex-1"
        />
        <Button type="submit" pending={pending}>
          Add image
        </Button>
      </form>
      <p role="alert" className="mt-1 text-destructive">
        {fault}
      </p>
    </details>
  );
}
