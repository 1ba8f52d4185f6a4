import { ScanBarcode } from 'lucide-react';
import { useState } from 'react';
import { Field } from '@/components/ui/base/field';
import { Input } from '@/components/ui/base/input';
import { ScanButton } from '@/components/ui/scanner/scan-button';
import type { Scanned } from './use-count';

/** Counts what is scanned or typed, and says what it was. @param take counts a code, and gives what to say of it */
export function ReceiveScan({ take, scanned }: { take: (code: string) => string; scanned: Scanned | null }) {
  const [code, setCode] = useState('');
  return (
    <>
      <Field label="Scan or type a SKU, batch or package tag" hint="The first scan starts the count at zero.">
        <span className="relative block">
          <ScanBarcode aria-hidden className="absolute top-2.5 left-3 size-4 text-muted" />
          <Input
            autoFocus
            autoComplete="off"
            className="pl-9"
            value={code}
            onChange={(event) => setCode(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              if (code.trim() !== '') take(code);
              setCode('');
            }}
          />
        </span>
      </Field>
      <ScanButton onScan={take} loseNothing />
      <p role="status" className={scanned && !scanned.known ? 'text-destructive' : 'text-muted'}>
        {scanned?.text}
      </p>
    </>
  );
}
