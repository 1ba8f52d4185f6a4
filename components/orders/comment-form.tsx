'use client';
import { type KeyboardEvent, useRef, useState } from 'react';
import { errorTextOf } from '@/components/forms/error-text';
import { trpc } from '@/components/providers/trpc';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import type { Order } from './types';

/** Writes a comment for both parties; Ctrl or ⌘ and Enter sends it. */
export function CommentForm({ order, partner }: { order: Order; partner: string }) {
  const [body, setBody] = useState('');
  // State would let a second press through before the next render.
  const running = useRef(false);
  const comment = trpc.orders.comment.useMutation({
    onSuccess: () => setBody(''),
    onSettled: () => {
      running.current = false;
    },
  });
  const send = () => {
    if (running.current || body.trim() === '') return;
    running.current = true;
    comment.mutate({ id: order.id, body });
  };
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="mb-6 flex flex-col items-start gap-2 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field
        label="Comment"
        hint={`Visible to ${partner}`}
        error={errorTextOf(comment.error)}
        className="w-full"
      >
        <Textarea
          rows={2}
          maxLength={2000}
          value={body}
          onChange={(event) => setBody(event.target.value)}
          onKeyDown={sendByKey}
        />
      </Field>
      <Button type="submit" pending={comment.isPending} disabled={body.trim() === ''}>
        Post comment
      </Button>
    </form>
  );
}
