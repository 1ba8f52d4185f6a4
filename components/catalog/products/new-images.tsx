'use client';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Card } from '@/components/ui/base/card';
import { DropZone } from '@/components/ui/base/drop-zone';
import { IconButton } from '@/components/ui/base/icon-button';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { MOST_IMAGES } from './image-order';
import { IMAGE_TYPES, imageFault } from './upload-image';

const keyOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

/** Images that are uploaded once their product exists. The first one leads. */
export function NewImages({
  files,
  disabled,
  onChange,
}: {
  files: readonly File[];
  disabled: boolean;
  onChange: (files: readonly File[]) => void;
}) {
  const [fault, setFault] = useState<string | null>(null);
  const add = (chosen: readonly File[]) => {
    const faults = chosen.flatMap((file) => imageFault(file) ?? []);
    const fine = chosen.filter((file) => !imageFault(file));
    // A file that is chosen twice is one image.
    const all = [...new Map([...files, ...fine].map((file) => [keyOf(file), file])).values()];
    if (all.length > MOST_IMAGES) faults.push(`A product has at most ${MOST_IMAGES} images.`);
    setFault(faults.join(' ') || null);
    onChange(all.slice(0, MOST_IMAGES));
  };
  return (
    <Card title="Images">
      {files.length > 0 && (
        <ul className="mb-4 grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-3">
          {files.map((file, index) => (
            <li key={keyOf(file)} className="relative">
              <Preview file={file} />
              <IconButton
                icon={X}
                size="sm"
                label={`Remove ${file.name}`}
                tooltip="Remove image"
                disabled={disabled}
                className="absolute top-1 right-1 bg-raised"
                onClick={() => onChange(files.filter((_, at) => at !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      {files.length < MOST_IMAGES ? (
        <DropZone
          label="Product image"
          accept={IMAGE_TYPES.join()}
          button="Choose images"
          prompt="Drop images here, or"
          hint="JPEG, PNG or WebP, up to 10 MB each. The first one leads."
          pending={disabled}
          fault={fault}
          onFiles={add}
        />
      ) : (
        <FormAlert message={fault ?? undefined} />
      )}
    </Card>
  );
}

/** A file as the browser has it. */
function Preview({ file }: { file: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    // biome-ignore lint/performance/noImgElement: a file of the browser has no address that Next could resize
    <img
      src={url}
      alt={file.name}
      className="aspect-square w-full rounded-lg border border-border bg-bg object-cover"
    />
  );
}
