'use client';
import { useEffect, useRef, useState } from 'react';
import { openReader } from './code-reader';
import { SeenCodes } from './seen-codes';

/** Pause between two looks at the camera's picture: a phone's processor is shared with the page. */
const LOOK_MS = 120;

const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_MS));

function whyNoCamera(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return "Allow the camera in your browser's settings, then scan again.";
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'This device has no camera.';
  if (name === 'NotReadableError') return 'Another program uses the camera. Close it, then scan again.';
  return 'The scanner could not start. Check your connection, then scan again.';
}

/**
 * The camera's picture, which is searched for codes while it is shown. It is a part of its own, mounted with the dialog's content:
 * the dialog's own effects run before that.
 */
export function CameraView({ once, onCode }: { once: boolean; onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [ready, setReady] = useState(false);
  const taken = useRef(onCode);
  taken.current = onCode;
  useEffect(() => {
    const screen = video.current;
    if (!screen) return;
    let open = true;
    let camera: MediaStream | undefined;
    const look = async () => {
      camera = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
      });
      const reader = await openReader();
      if (!open) return;
      screen.srcObject = camera;
      await screen.play();
      setReady(true);
      const seen = new SeenCodes();
      while (open) {
        const found = seen.fresh(await reader(screen), performance.now());
        for (const code of found) {
          if (open) taken.current(code);
          if (once) return;
          // What one code changed is rendered before the next comes.
          await pause();
        }
        await pause();
      }
    };
    const stop = () => {
      for (const track of camera?.getTracks() ?? []) track.stop();
    };
    look()
      .catch((error: unknown) => {
        if (open) setProblem(whyNoCamera(error));
      })
      .finally(stop);
    return () => {
      open = false;
      stop();
    };
  }, [once]);
  if (problem) {
    return (
      <p role="alert" className="text-destructive">
        {problem}
      </p>
    );
  }
  return (
    <div className="relative overflow-hidden rounded-md bg-[#000]">
      <video
        ref={video}
        muted
        playsInline
        aria-label="Camera"
        className="block aspect-video w-full object-cover max-sm:aspect-square"
      />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-x-8 top-1/2 h-0.5 -translate-y-1/2 bg-[#fff]/80"
      />
      {!ready && <p className="absolute inset-0 grid place-items-center text-[#fff]">Starting camera…</p>}
    </div>
  );
}
