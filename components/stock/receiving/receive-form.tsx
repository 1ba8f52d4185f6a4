'use client';
import { type KeyboardEvent, lazy, Suspense, useMemo, useRef, useState } from 'react';
import { totalText } from '@/components/catalog/goods/amounts';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { Kbd } from '@/components/ui/base/kbd';
import { showFailure } from '@/components/ui/base/toast';
import { formatCount, formatMoney } from '@/components/ui/format';
import { errorText } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { LeaveGuard } from '@/components/ui/forms/leave-guard';
import { useViewer } from '@/components/ui/providers/viewer';
import { type Attached, certificatesOf, problemOf } from './attached';
import { DeliveryCard } from './delivery-card';
import {
  type Confirmed,
  checkDelivery,
  checkLines,
  costOf,
  type Delivery,
  type Line,
  type LineErrors,
  type LineValues,
  withCertificate,
} from './draft';
import { GoodsField } from './goods-field';
import { TITLE } from './labels';
import { LineEditor } from './line-editor';
import type { Place } from './types';
import { useCertificates } from './use-certificates';
import { useGoods } from './use-goods';
import { type Pasted, useLines } from './use-lines';
import { usePageDrop } from './use-page-drop';
import { useReceive } from './use-receive';

// What comes with the first line, the first file, the first paste and the first question.
const LinesTable = lazy(() => import('./lines-table').then((m) => ({ default: m.LinesTable })));
const CertificatesCard = lazy(() =>
  import('./certificates-card').then((m) => ({ default: m.CertificatesCard })),
);
const PasteDialog = lazy(() => import('./paste-dialog').then((m) => ({ default: m.PasteDialog })));
const PasteReport = lazy(() => import('./paste-report').then((m) => ({ default: m.PasteReport })));
const QuestionsDialog = lazy(() =>
  import('./questions-dialog').then((m) => ({ default: m.QuestionsDialog })),
);

/** What was entered, ready to be sent. */
export interface Entered {
  delivery: Delivery;
  lines: readonly Line[];
  certificates: ReadonlyMap<string, Attached>;
  confirmed: Confirmed;
}

/** Delivery, goods and certificates of a receipt: lines are typed, scanned or pasted, all without the mouse. */
export function ReceiveForm({
  start,
  places,
  today,
  isCorrection = false,
  onSend,
}: {
  start: Pick<Entered, 'delivery' | 'lines'>;
  places: readonly Place[];
  today: string;
  isCorrection?: boolean;
  /** Rejects as the server does; the page is left when it resolves. */
  onSend: (entered: Entered) => Promise<unknown>;
}) {
  const { can } = useViewer();
  const [delivery, setDelivery] = useState(start.delivery);
  const [tried, setTried] = useState(false);
  const [pasted, setPasted] = useState<Pasted | null>(null);
  const [pasting, setPasting] = useState(false);
  const [attention, setAttention] = useState<{ key: string; count: number } | null>(null);
  const goodsInput = useRef<HTMLInputElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const { lines, openKey, open, add, change, remove, paste, changed } = useLines(start.lines);
  const files = useCertificates();
  const goods = useGoods(delivery.kind, delivery.locationId);
  const mayFile = can('create:coa') && delivery.kind !== 'harvest' && !isCorrection;
  const isOver = usePageDrop(mayFile, files.add);

  const certificates = useMemo(() => certificatesOf(files.attached, lines), [files.attached, lines]);
  const filled = useMemo(
    () => lines.map((line) => withCertificate(line, certificates.get(line.key))),
    [lines, certificates],
  );
  const { receive, confirm, goBack, forget, pending, asked, errors, rejection } = useReceive(
    filled,
    (confirmed) => onSend({ delivery, lines: filled, certificates, confirmed }),
  );
  const faults = checkLines(filled, delivery.kind, certificates);
  const shown = useMemo(() => merged(tried ? faults : null, errors), [tried, faults, errors]);
  const deliveryFault = checkDelivery(delivery);
  const coaFault = [...certificates.values()].map(problemOf).find((problem) => problem !== null);
  const isReading = files.attached.some(({ state }) => state === 'reading');

  const defaults: Partial<LineValues> =
    delivery.kind === 'harvest' ? { harvested: delivery.receivedOn || today } : {};
  const toGoods = () => goodsInput.current?.focus();
  const openLine = (key: string) => {
    open(key);
    setAttention((before) => ({ key, count: (before?.count ?? 0) + 1 }));
  };
  const addPasted = (text: string) =>
    paste(text, (skus) => goods.named('sku', skus), defaults).then(
      (found) => {
        setPasted(found);
        toGoods();
      },
      (error) => showFailure("The rows couldn't be read", errorText(error)),
    );
  const submit = () => {
    setTried(true);
    const [wrong] = faults.keys();
    if (wrong !== undefined) return openLine(wrong);
    if (lines.length === 0) return toGoods();
    if (deliveryFault || coaFault || isReading) return;
    receive();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  const line = filled.find(({ key }) => key === openKey);
  const entered = lines.find(({ key }) => key === openKey);
  const act = isCorrection
    ? 'Save correction'
    : lines.length === 0
      ? TITLE[delivery.kind]
      : `${delivery.kind === 'harvest' ? 'Record' : 'Receive'} ${formatCount(lines.length, 'line')}`;
  const problem =
    rejection ??
    (tried
      ? ((lines.length === 0 ? 'Add goods first.' : undefined) ??
        (faults.size > 0 ? 'Some lines aren’t complete. Correct them, then try again.' : undefined) ??
        (deliveryFault && `${deliveryFault}.`) ??
        (isReading ? 'Wait until all certificates are read.' : coaFault && `${coaFault}.`))
      : undefined);
  const cost = costOf(lines);
  return (
    <fieldset onKeyDown={onKeyDown} className="flex min-w-0 flex-col gap-5">
      <LeaveGuard active={(changed || delivery !== start.delivery) && lines.length > 0 && !pending} />
      <DeliveryCard
        delivery={delivery}
        today={today}
        places={places}
        isFixed={isCorrection}
        error={tried ? deliveryFault : undefined}
        onChange={(values) => setDelivery((before) => ({ ...before, ...values }))}
      />
      <Card
        title={delivery.kind === 'harvest' ? 'Batches' : 'Goods'}
        className="overflow-visible"
        action={<Button onClick={() => setPasting(true)}>Paste rows</Button>}
      >
        <div className="flex flex-col gap-4">
          <GoodsField
            goods={goods}
            input={goodsInput}
            autoFocus={start.delivery.kind !== 'purchase'}
            onAdd={(found, values, typedOn) => {
              const { key } = add(found, { ...defaults, ...values });
              if (!typedOn) openLine(key);
            }}
            onPaste={(text) => void addPasted(text)}
          />
          {line && entered && (
            <LineEditor
              key={line.key}
              line={entered}
              kind={delivery.kind}
              today={today}
              errors={shown.get(line.key)}
              certificate={certificates.get(line.key)}
              attention={attention?.key === line.key ? attention.count : null}
              onChange={(values) => {
                change(line.key, values);
                forget(line.key);
              }}
              onDone={() => {
                open(null);
                toGoods();
              }}
              onCertificate={mayFile ? () => fileInput.current?.click() : null}
            />
          )}
          <input
            ref={fileInput}
            type="file"
            accept=".pdf,application/pdf"
            aria-label="Certificate of the line as a PDF"
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              files.add([...(event.target.files ?? [])], openKey);
              event.target.value = '';
            }}
          />
          <Suspense>
            {pasted && <PasteReport pasted={pasted} onClose={() => setPasted(null)} />}
            {lines.length > 0 && (
              <LinesTable
                lines={lines}
                certificates={certificates}
                errors={shown}
                onEdit={openLine}
                onRemove={remove}
              />
            )}
          </Suspense>
        </div>
      </Card>
      <Suspense>
        {mayFile && (
          <CertificatesCard
            attached={files.attached}
            lines={filled}
            lineOf={
              new Map(
                filled.flatMap((one) => {
                  const certificate = certificates.get(one.key);
                  return certificate ? [[certificate.id, one] as const] : [];
                }),
              )
            }
            today={today}
            tried={tried}
            isOver={isOver}
            onFiles={files.add}
            onChange={files.change}
            onRemove={files.remove}
          />
        )}
      </Suspense>
      <div className="sticky bottom-0 z-20 flex flex-col gap-3 rounded-lg border border-border bg-surface px-4 py-3 shadow-lg max-md:bottom-14 sm:px-5">
        <FormAlert message={problem} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p role="status" className="mr-auto tabular-nums">
            {lines.length === 0 ? (
              <span className="text-muted">No lines yet</span>
            ) : (
              [
                formatCount(lines.length, 'line'),
                totalText(lines.map(({ quantity, goods: of }) => ({ count: quantity ?? 0, goods: of }))),
                cost !== null && formatMoney(cost),
              ]
                .filter(Boolean)
                .join(' · ')
            )}
          </p>
          <span className="text-muted text-sm max-md:hidden">
            <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd>
          </span>
          <Button variant="primary" pending={pending} onClick={submit}>
            {act}
          </Button>
        </div>
      </div>
      <Suspense>
        {pasting && (
          <PasteDialog
            onPaste={async (text) => {
              setPasting(false);
              await addPasted(text);
            }}
            onClose={() => setPasting(false)}
          />
        )}
        {asked && (
          <QuestionsDialog
            questions={asked}
            lines={filled}
            act={act}
            pending={pending}
            onConfirm={confirm}
            onClose={goBack}
          />
        )}
      </Suspense>
    </fieldset>
  );
}

/** What is wrong with lines: what the page sees, and what the server said. */
function merged(
  own: ReadonlyMap<string, LineErrors> | null,
  servers: ReadonlyMap<string, LineErrors>,
): ReadonlyMap<string, LineErrors> {
  const all = new Map(own ?? []);
  for (const [key, errors] of servers) all.set(key, { ...all.get(key), ...errors });
  return all;
}
