'use client';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { errorText } from '@/components/ui/forms/error-text';
import { CameraView } from './camera-view';

const SHOWN = 4;

type Said = { key: number; text: string; failed: boolean };

/** The camera, and what its codes meant. */
export function ScanDialog({
  onScan,
  once,
  onClose,
}: {
  onScan: (code: string) => Promise<string> | string;
  once: boolean;
  onClose: () => void;
}) {
  const [said, setSaid] = useState<readonly Said[]>([]);
  const next = useRef(0);
  const take = async (code: string) => {
    navigator.vibrate?.(60);
    const say = (text: string, failed: boolean) =>
      setSaid((before) => [{ key: next.current++, text, failed }, ...before].slice(0, SHOWN));
    if (once) onClose();
    try {
      say(await onScan(code), false);
    } catch (error) {
      say(`${code}: ${errorText(error)}`, true);
    }
  };
  const [latest, ...earlier] = said;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Scan"
      description={once ? 'Point the camera at a code.' : 'Each code that comes into view adds one unit.'}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <CameraView once={once} onCode={(code) => void take(code)} />
      <p
        aria-live="assertive"
        className={`mt-3 min-h-6 font-medium ${latest?.failed ? 'text-destructive' : ''}`}
      >
        {latest?.text}
      </p>
      {earlier.length > 0 && (
        <ul aria-label="Earlier scans" className="text-muted text-sm">
          {earlier.map(({ key, text, failed }) => (
            <li key={key} className={failed ? 'text-destructive' : undefined}>
              {text}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
