'use client';
import { ScanBarcode } from 'lucide-react';
import { useRef, useState } from 'react';
import { Field } from '@/components/ui/base/field';
import { Input } from '@/components/ui/base/input';
import { formatAmount } from '@/components/ui/format';
import { errorText } from '@/components/ui/forms/error-text';
import { ScanButton } from '@/components/ui/scanner/scan-button';
import type { CountLine } from './types';
import { WeighForm } from './weigh-form';

/** Scans that stay in view. */
const SHOWN = 5;

const saidOf = (sku: string, line: CountLine | null) =>
  line
    ? `${line.product_name} ${line.variant_name}: ${formatAmount(line.counted, line)} counted`
    : `${sku}: kept until the network is back`;

/** What is weighed, and the steps of it that its scan has added. */
type Weighing = { line: CountLine; added: number };

type Scan = { key: number; text: string; failed: boolean };

/**
 * Takes codes from a scanner, which types one and presses Enter: each adds one unit, or asks what goods sold by weight weigh.
 * @param onScan counts so many more steps of a SKU
 * @param lineOf the line of a SKU, where it is known
 */
export function ScanField({
  onScan,
  lineOf,
}: {
  onScan: (sku: string, add: number) => Promise<CountLine | null>;
  lineOf: (sku: string) => Promise<CountLine | undefined>;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [weighing, setWeighing] = useState<Weighing | null>(null);
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
    tell(sku, take(sku));
  };
  const tell = (sku: string, said: Promise<string>) =>
    said.then(
      (message) => say(message, false),
      (error) => say(`${sku}: ${errorText(error)}`, true),
    );
  const weigh = (line: CountLine, added: number) => {
    setWeighing({ line, added });
    return `${line.product_name} ${line.variant_name}: enter its weight`;
  };
  const take = async (sku: string): Promise<string> => {
    const known = await lineOf(sku).catch(() => undefined);
    if (known?.step) return weigh(known, 0);
    const line = await onScan(sku, 1);
    return line?.step ? weigh(line, 1) : saidOf(sku, line);
  };
  const stopWeighing = () => {
    setWeighing(null);
    field.current?.focus();
  };
  const cancelWeighing = () => {
    stopWeighing();
    // What the scan itself has counted stays, so it is said.
    if (weighing && weighing.added > 0) say(saidOf(weighing.line.sku, weighing.line), false);
  };
  const onWeighed = (steps: number) => {
    if (!weighing) return;
    const { line, added } = weighing;
    stopWeighing();
    if (steps !== added) {
      tell(
        line.sku,
        onScan(line.sku, steps - added).then((now) => saidOf(line.sku, now)),
      );
    }
  };
  const [latest, ...earlier] = scans;
  return (
    <div className="flex flex-col gap-2 print:hidden">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <Field label="Scan or type a SKU" className="min-w-48 flex-1">
          <Input
            ref={field}
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
        <ScanButton onScan={take} />
      </form>
      {weighing && (
        <WeighForm
          key={weighing.line.inventory_id}
          line={weighing.line}
          onWeighed={onWeighed}
          onCancel={cancelWeighing}
        />
      )}
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
    </div>
  );
}
