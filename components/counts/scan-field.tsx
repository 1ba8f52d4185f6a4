'use client';
import { ScanBarcode } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatAmount } from '@/components/format';
import { errorText } from '@/components/forms/error-text';
import { ScanButton } from '@/components/scanner/scan-button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { CountLine } from './types';

/** Scans that stay in view. */
const SHOWN = 5;

const saidOf = (sku: string, line: CountLine | null) =>
  line
    ? `${line.product_name} ${line.variant_name}: ${formatAmount(line.counted, line)} counted`
    : `${sku}: kept until the network is back`;

type Scan = { key: number; text: string; failed: boolean };

/** Takes codes from a scanner, which types one and presses Enter: each adds one unit. */
export function ScanField({ onScan }: { onScan: (sku: string) => Promise<CountLine | null> }) {
  const [text, setText] = useState('');
  const [scans, setScans] = useState<readonly Scan[]>([]);
  const next = useRef(0);
  const say = (message: string, failed: boolean) =>
    setScans((before) => [{ key: next.current++, text: message, failed }, ...before].slice(0, SHOWN));
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const sku = text.trim();
    if (sku === '') return;
    // Empty before the response: the next code may come within milliseconds.
    setText('');
    onScan(sku).then(
      (line) => say(saidOf(sku, line), false),
      (error) => say(`${sku}: ${errorText(error)}`, true),
    );
  };
  const [latest, ...earlier] = scans;
  return (
    <form onSubmit={submit} className="flex flex-col gap-2 print:hidden">
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Scan or type a SKU" className="min-w-48 flex-1">
          <Input
            // A scanner types at once: what it sends elsewhere is lost, or taken for shortcuts.
            autoFocus
            data-route-focus
            value={text}
            onChange={(event) => setText(event.target.value)}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="done"
          />
        </Field>
        <ScanButton onScan={async (code) => saidOf(code, await onScan(code))} />
      </div>
      <div aria-live="assertive">
        {latest && (
          <p
            className={latest.failed ? 'font-medium text-destructive' : 'flex items-center gap-2 font-medium'}
          >
            {!latest.failed && <ScanBarcode aria-hidden className="size-4 text-link" />}
            {latest.text}
          </p>
        )}
      </div>
      {earlier.length > 0 && (
        <ul aria-label="Earlier scans" className="text-muted text-sm">
          {earlier.map((scan) => (
            <li key={scan.key} className={scan.failed ? 'text-destructive' : undefined}>
              {scan.text}
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
